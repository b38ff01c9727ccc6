import pytest

from smile.errors import UsageError
from smile.judges.chat_models.prices import known_price
from smile.judges.chat_models.providers import check_first_token, find_base_url, find_key, thinking_switch
from smile.judges.judge_settings import JudgeSettings, judge_settings
from tests.support.tables import each_row


@pytest.mark.parametrize(
    ("provider", "model"),
    [
        ("openai", "o3-mini"),
        ("openai", "gpt-5-mini"),
        ("deepseek", "deepseek-reasoner"),
        ("xai", "grok-4"),
        ("xai", "grok-4-fast-reasoning"),
        ("groq", "llama-3.3-70b"),
        ("anthropic", "claude-x"),
    ],
)
def test_a_model_without_a_telling_first_token_is_refused_with_others_to_use(provider: str, model: str) -> None:
    with pytest.raises(UsageError, match="gpt-4o-mini"):
        check_first_token(provider, model)


@pytest.mark.parametrize(
    ("provider", "model"),
    [
        ("openai", "gpt-4o-mini"),
        ("openai", "gpt-5.1"),
        ("deepseek", "deepseek-v4-flash"),
        ("xai", "grok-4-fast-non-reasoning"),
        ("vllm", "o1"),
    ],
)
def test_others_are_let_through(provider: str, model: str) -> None:
    check_first_token(provider, model)


def test_thinking_is_switched_off_where_it_can_be() -> None:
    assert thinking_switch("deepseek", "deepseek-v4-flash") == {"thinking": {"type": "disabled"}}
    assert thinking_switch("openai", "gpt-5.1") == {"reasoning_effort": "none"}
    assert thinking_switch("openai", "gpt-4o") == {}
    assert thinking_switch("vllm", "qwen3") == {"chat_template_kwargs": {"enable_thinking": False}}


def test_keys_come_from_the_argument_or_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_KEY", "SMILE_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        find_key("openai", None)
    monkeypatch.setenv("SMILE_API_KEY", "of-any")
    assert find_key("openai", None) == "of-any"
    monkeypatch.setenv("OPENAI_API_KEY", "of-openai")
    assert find_key("openai", None) == "of-openai"
    assert find_key("openai", "given") == "given"
    monkeypatch.delenv("SMILE_API_KEY")
    assert find_key("deepseek", "given") == "given"
    assert find_key("vllm", None) == "none"
    with pytest.raises(UsageError, match="DEEPSEEK_API_KEY"):
        find_key("deepseek", None)  # the key of one provider is not sent to another


@pytest.mark.parametrize("address", ["ftp://host", "host:80", "http://", "http://user:word@host/v1", "http://h/v1?k=1"])
def test_an_address_that_cannot_be_used_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="base_url"):
        find_base_url("vllm", address)


def test_an_address_is_needed_where_none_is_known() -> None:
    with pytest.raises(UsageError, match="base_url"):
        find_base_url("compatible", None)
    assert find_base_url("compatible", "http://host:1/v1/") == "http://host:1/v1"


@each_row(
    ("options", "reason"),
    [
        ({"provider": "openai"}, "needs provider and model"),
        ({"provider": "nobody", "model": "m"}, "unknown provider 'nobody'"),
        ({"provider": "local", "model": "m", "base_url": "http://h"}, "base_url does not apply"),
        ({"provider": "openai", "model": "m", "device": "cpu"}, "device does not apply"),
        ({"provider": "vllm", "model": "m", "concurrency": 0}, "concurrency"),
        ({"provider": "vllm", "model": "m", "concurrency": 2.5}, "concurrency"),
        ({"provider": "vllm", "model": "m", "timeout": -1}, "timeout"),
        ({"provider": "vllm", "model": "m", "max_retries": -1}, "max_retries"),
        ({"provider": "vllm", "model": "m", "on_error": "skip"}, "nan, raise"),
        ({"provider": "vllm", "model": "m", "price": 1.0}, "price"),
        ({"provider": "vllm", "model": "m", "price": (1.0, -1.0)}, "price"),
        ({"provider": "vllm", "model": "m", "cache": 3}, "cache"),
        ({"provider": "local", "model": "m", "dtype": "int4"}, "dtype"),
        ({"provider": "vllm", "model": 3}, "model"),
        ({"provider": "vllm", "model": "m", "concurency": 3}, "did you mean 'concurrency'"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, object], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        judge_settings(**options)


def test_a_key_is_in_no_repr() -> None:
    settings = judge_settings("openai", "gpt-4o", api_key="sk-very-secret")
    assert isinstance(settings, JudgeSettings)
    assert "sk-very-secret" not in repr(settings)


def test_prices_are_dated_and_unknown_ones_are_none() -> None:
    price = known_price("openai", "gpt-4o-2024-08-06")
    assert price is not None
    assert price.date >= "2026-01-01"
    assert known_price("openai", "gpt-99") is None
    assert known_price("compatible", "gpt-4o") is None
