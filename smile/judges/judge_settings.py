"""The checked options of a judge."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from ..checks import check_choice, check_flag, unknown_option
from ..choices import DTYPES_OF
from ..errors import UsageError
from .chat_models.api_model import ApiModel
from .chat_models.chat import ChatModel
from .chat_models.local_model import LocalModel
from .chat_models.prices import Price
from .chat_models.providers import LOCAL, find_provider
from .judge_cache import default_path

_OF_ENDPOINTS = ("api_key", "base_url", "concurrency", "timeout", "max_retries")
_OF_LOCAL_MODELS = ("revision", "device", "dtype")
ON_ERROR = ("nan", "raise")


@dataclass(frozen=True, kw_only=True)
class JudgeSettings:
    """The options of a judge. Make them with `judge_settings`, which checks the values.

    Attributes:
        provider: `local`, or a name in `providers.PROVIDERS`.
        model: The provider's name for it; with `local` a Hub id or folder.
        api_key: The key; None takes it from the environment. It is in no repr.
        base_url: An address in place of the provider's own.
        concurrency: Number of requests at once.
        timeout: Seconds for one try.
        max_retries: Tries after the first.
        revision: Branch, tag or commit of a local model on the Hub.
        device: Device of a local model; None takes the fastest available one.
        dtype: Number format of a local model: `float32`, `bfloat16` or `float16`.
        price: US dollars per million tokens, (sent, generated); None takes the known price, if any.
        cache: Whether answers are cached, or the file of the cache.
        on_error: `nan` counts a failed row and goes on, `raise` ends the run at the first.
    """

    provider: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    base_url: str | None = None
    concurrency: int = 8
    timeout: float = 60.0
    max_retries: int = 6
    revision: str | None = None
    device: str | None = None
    dtype: str = "float32"
    price: tuple[float, float] | None = None
    cache: bool | str | Path = True
    on_error: str = "nan"


JUDGE_OPTIONS = tuple(each.name for each in fields(JudgeSettings))


def judge_settings(provider: Any = None, model: Any = None, **options: Any) -> JudgeSettings:
    """Returns checked settings; an option that is None keeps its default.

    Raises:
        UsageError: An option is unknown, missing, out of range, or does not apply to the provider.
    """
    if not provider or not model:
        raise UsageError("a judge needs provider and model, for example provider='openai', model='gpt-4o-mini'")
    for option in options:
        if option not in JUDGE_OPTIONS:
            raise UsageError(unknown_option(option, JUDGE_OPTIONS))
    given = {option: value for option, value in options.items() if value is not None}
    if provider != LOCAL:
        find_provider(provider)
    for option in _OF_ENDPOINTS if provider == LOCAL else _OF_LOCAL_MODELS:
        if option in given:
            raise UsageError(f"{option} does not apply to provider={provider!r}: leave it out")
    settings = JudgeSettings(provider=provider, model=model, **given)
    for option in ("model", "api_key", "base_url", "revision", "device"):
        value = getattr(settings, option)
        if value is not None and not (isinstance(value, str) and value):
            raise UsageError(f"{option} must be a non-empty string, got a {type(value).__name__}")
    for option in ("concurrency", "timeout"):
        _check_number(option, getattr(settings, option), is_whole=option == "concurrency", least=0, is_least_out=True)
    _check_number("max_retries", settings.max_retries, is_whole=True, least=0)
    check_choice("dtype", settings.dtype, DTYPES_OF["torch"])
    check_choice("on_error", settings.on_error, ON_ERROR)
    if not isinstance(settings.cache, (str, Path)):
        check_flag("cache", settings.cache)
    if settings.price is not None:
        if not isinstance(settings.price, (tuple, list)) or len(settings.price) != 2:
            raise UsageError(
                f"price must be two numbers, US dollars per million tokens sent and generated, got {settings.price!r}"
            )
        for value in settings.price:
            _check_number("price", value, is_whole=False, least=0)
    return settings


def make_model(settings: JudgeSettings, keeps: Callable[[str], bool]) -> ChatModel:
    """Returns the chat model; loads and sends nothing.

    Args:
        settings: The judge's options.
        keeps: Says of a token's text whether a local model should report its log-probability.

    Raises:
        UsageError: The address or the key is missing.
    """
    if settings.provider == LOCAL:
        return LocalModel(
            settings.model, keeps, revision=settings.revision, device=settings.device, dtype=settings.dtype
        )
    return ApiModel(
        settings.provider,
        settings.model,
        api_key=settings.api_key,
        base_url=settings.base_url,
        concurrency=settings.concurrency,
        timeout=settings.timeout,
        max_retries=settings.max_retries,
        price=_given_price(settings),
    )


def store_path(settings: JudgeSettings) -> Path | None:
    """Returns the file of the cache, None without a cache."""
    if settings.cache is True:
        return default_path()
    return None if settings.cache is False else Path(settings.cache)


def _given_price(settings: JudgeSettings) -> Price | None:
    if settings.price is None:
        return None
    prompt, completion = settings.price
    return Price(float(prompt), float(completion), "given")


def _check_number(option: str, value: Any, *, is_whole: bool, least: float, is_least_out: bool = False) -> None:
    kinds = (int,) if is_whole else (int, float)
    is_number = isinstance(value, kinds) and not isinstance(value, bool)
    if not is_number or value < least or (is_least_out and value == least):
        raise UsageError(
            f"{option} must be a {'whole ' if is_whole else ''}number {'over' if is_least_out else 'of at least'} "
            f"{least}, got {value!r}"
        )
