"""The options of a judge and their help, which the command line and the evaluate modules also use."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints

from ...checks import check_choice, check_flag, check_texts, check_whole, refuse_unknown
from ...constants import DTYPES, Dtype
from ...errors import Option, UsageError
from .providers import LOCAL, PROVIDERS, find_provider

OnJudgeError = Literal["nan", "raise"]

_OF_ENDPOINTS = ("api_key", "base_url", "concurrency", "timeout", "max_retries")
_OF_LOCAL_MODELS = ("revision", "device", "dtype")


@dataclass(frozen=True, kw_only=True)
class JudgeSettings:
    """The options of a judge, each with its help. Create them with `judge_settings`, which checks the values."""

    provider: Annotated[str, f"Provider of the model: {LOCAL} (transformers), {', '.join(PROVIDERS)}."]
    model: Annotated[str, f"The provider's name of the model; for {LOCAL} a Hub id or a folder."]
    api_key: Annotated[str | None, "API key, if it is not in the environment."] = field(default=None, repr=False)
    base_url: Annotated[str | None, "Address of the endpoint, if it is not the provider's own."] = None
    concurrency: Annotated[int, "Largest number of concurrent requests."] = 8
    timeout: Annotated[float, "Seconds to wait for a reply."] = 60
    max_retries: Annotated[int, "How often to repeat a failed request."] = 6
    revision: Annotated[str | None, "Branch, tag or commit of a local model on the Hub."] = None
    device: Annotated[str | None, "Device to run a local model on: cuda, mps, cpu, ..."] = None
    dtype: Annotated[Dtype, f"Number format of a local model: {', '.join(DTYPES)}."] = "float32"
    price: Annotated[
        tuple[float, float] | None, "US dollars per million input tokens and per million output tokens."
    ] = None
    cache: Annotated[bool | str | Path, "Cache of replies: True, False, or the path of its file."] = True
    on_error: Annotated[
        OnJudgeError, "What to do if a row fails: nan (count it and continue) or raise (stop the run)."
    ] = "nan"


JUDGE_HELP: Mapping[str, str] = {
    name: get_args(hint)[-1] for name, hint in get_type_hints(JudgeSettings, include_extras=True).items()
}
JUDGE_OPTIONS = tuple(JUDGE_HELP)


def judge_settings(provider: Any = None, model: Any = None, **options: Any) -> JudgeSettings:
    """Returns checked settings; options that are None keep their defaults."""
    if not provider or not model:
        raise UsageError(
            "a judge needs provider and model: give both, for example provider='openai', model='gpt-4o-mini'"
        )
    refuse_unknown(options, JUDGE_OPTIONS)
    given = {option: value for option, value in options.items() if value is not None}
    if provider != LOCAL:
        find_provider(provider)
    for option in _OF_ENDPOINTS if provider == LOCAL else _OF_LOCAL_MODELS:
        if option in given:
            raise UsageError("{} does not apply to the provider {!r}: leave it out", Option(option), provider)
    settings = JudgeSettings(provider=provider, model=model, **given)
    check_texts(settings, ("model", "api_key", "base_url", "revision", "device"))
    check_whole("concurrency", settings.concurrency)
    check_whole("max_retries", settings.max_retries, least=0)
    if not _is_number(settings.timeout) or settings.timeout <= 0:
        raise UsageError("{} must be a number of seconds above 0, got {!r}", Option("timeout"), settings.timeout)
    check_choice("dtype", settings.dtype, DTYPES)
    check_choice("on_error", settings.on_error, get_args(OnJudgeError))
    if not isinstance(settings.cache, (str, Path)):
        check_flag("cache", settings.cache)
    price: Any = settings.price
    is_pair = isinstance(price, (tuple, list)) and len(price) == 2
    if price is not None and not (is_pair and all(_is_number(each) and each >= 0 for each in price)):
        told = "{} must be two numbers of at least 0, US dollars per million input and output tokens, got {!r}"
        raise UsageError(told, Option("price"), price)
    return settings


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
