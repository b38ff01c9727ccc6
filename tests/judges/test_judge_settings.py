import pytest

from smile.errors import UsageError
from smile.judges.chat_models.providers import find_provider


@pytest.mark.parametrize(
    ("provider", "model", "switch"),
    [
        ("deepseek", "deepseek-v4-flash", {"thinking": {"type": "disabled"}}),
        ("openai", "gpt-5.1", {"reasoning_effort": "none"}),
        ("openai", "gpt-4o", {}),
        ("vllm", "qwen3", {"chat_template_kwargs": {"enable_thinking": False}}),
    ],
)
def test_thinking_is_switched_off_where_it_can_be(provider: str, model: str, switch: dict[str, object]) -> None:
    assert find_provider(provider).thinking_switch(model) == switch


def test_keys_come_from_the_argument_or_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_KEY", "SMILE_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        find_provider("openai").key(None)
    monkeypatch.setenv("SMILE_API_KEY", "of-any")
    assert find_provider("openai").key(None) == "of-any"
    monkeypatch.setenv("OPENAI_API_KEY", "of-openai")
    assert find_provider("openai").key(None) == "of-openai"
    assert find_provider("openai").key("given") == "given"
    monkeypatch.delenv("SMILE_API_KEY")
    assert find_provider("deepseek").key("given") == "given"
    assert find_provider("vllm").key(None) == "none"
    with pytest.raises(UsageError, match="DEEPSEEK_API_KEY"):
        find_provider("deepseek").key(None)  # the key of one provider is not sent to another


def test_an_address_is_needed_where_none_is_known() -> None:
    with pytest.raises(UsageError, match="base_url"):
        find_provider("compatible").address(None)
    assert find_provider("compatible").address("http://host:1/v1/") == "http://host:1/v1"


@pytest.mark.parametrize(
    ("provider", "model", "price"),
    [("openai", "gpt-4o-2024-08-06", (2.5, 10.0)), ("openai", "gpt-99", None), ("compatible", "gpt-4o", None)],
)
def test_unknown_prices_are_none(provider: str, model: str, price: object) -> None:
    assert find_provider(provider).price(model) == price
