"""The settings file that a calibration writes: its content, and the settings of a run that reads one."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..checks import show
from ..errors import UsageError
from ..version import __version__
from .named_settings import Calibration, Settings, named_settings

_FORMAT = 1

# The settings that decide a score, which the file holds beside the setting's name. The others change the speed.
_OPTIONS = (
    "model",
    "revision",
    "dtype",
    "prompt",
    "answer",
    "language",
    "use_easy_match",
    "use_questions",
    "semantic_weight",
    "threshold",
)
# The file's other members with their types; `named_settings` checks the options.
_TYPES: Mapping[str, type] = {"format": int, "setting": str, "encoder": str}
# Members for people to read.
_RECORD: Mapping[str, type] = {"calibrated_on": dict, "gain": dict, "warnings": list, "version": str}

# Options that a run may give beside a file.
_BESIDE = ("device", "batch_size", "backend")


def settings_content(
    settings: Settings, encoder: str, calibrated_on: dict[str, Any], gain: dict[str, Any], warnings: list[str]
) -> dict[str, Any]:
    """Returns the content of a settings file as plain values."""
    return {
        "format": _FORMAT,
        "setting": settings.name,
        **{option: getattr(settings, option) for option in _OPTIONS},
        "encoder": encoder,
        "calibrated_on": calibrated_on,
        "gain": gain,
        "warnings": warnings,
        "version": __version__,
    }


def chosen_settings(setting: str, config: Any = None, **options: Any) -> Settings:
    """Returns the settings of a file, or of a named setting with options if no file is given.

    Args:
        setting: A name in `smile.settings.named_settings.NAMED_SETTINGS`. A file names its own setting; another name
            beside it is an error, except `default`, which stands for "not given".
        config: Path of a file that `smile calibrate` wrote, or None.
        **options: As for `named_settings`. A file decides the scores: beside it only `device`, `batch_size` and
            `backend` are allowed.

    Raises:
        UsageError: The file is not a settings file, or an option contradicts it; or as `named_settings`.
    """
    if config is None:
        return named_settings(setting, **options)
    content, digest, name = _read(config)
    given = [option for option, value in options.items() if value is not None and option not in _BESIDE]
    if given:
        raise UsageError(
            f"{', '.join(given)} given beside config={show(str(config))}, which decides the scores: leave one "
            "of them out"
        )
    if setting not in ("default", content["setting"]):
        raise UsageError(
            f"{config} was calibrated for the setting {content['setting']!r}, not {setting!r}: leave one of them out"
        )
    beside = {option: options[option] for option in _BESIDE if option in options}
    try:
        settings = named_settings(content["setting"], **{option: content[option] for option in _OPTIONS}, **beside)
    except UsageError as error:
        raise UsageError(f"{config}: {error}") from error
    shown = re.sub(r"[^\w.-]", "_", name)
    return replace(settings, calibration=Calibration(f"{shown}@{digest[:8]}", content["encoder"]))


def _read(config: Any) -> tuple[dict[str, Any], str, str]:
    """Returns the checked content, the SHA-256 and the name of a settings file."""
    if not isinstance(config, (str, os.PathLike)):
        raise UsageError(f"config must be the path of a settings file, got {show(config)}")
    path = Path(os.fspath(config))
    remedy = "`smile calibrate FILE --output settings.json` writes one"
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"the settings file {path} cannot be read ({why}): {remedy}") from error
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is no settings file (not JSON: {error}): {remedy}") from error
    if not isinstance(content, dict) or "format" not in content:
        raise UsageError(f"{path} is no settings file (it has no 'format'): {remedy}")
    if content["format"] != _FORMAT or isinstance(content["format"], bool):
        raise UsageError(
            f"{path} has the format {show(content['format'])}, and this version ({__version__}) reads {_FORMAT}: "
            "calibrate again"
        )
    types = {**_TYPES, **_RECORD}
    expected = {*types, *_OPTIONS}
    for problem, names in (("lacks", expected - content.keys()), ("has the unknown member", content.keys() - expected)):
        if names:
            raise UsageError(f"{path} {problem} {', '.join(map(repr, sorted(names)))}: {remedy}")
    for name, kind in types.items():
        if not isinstance(content[name], kind):
            raise UsageError(f"{path}: {name!r} must be a {kind.__name__}, got {show(content[name])}: {remedy}")
    # None would stand for the setting's own value, but a file must name every value; `use_questions` may be left open.
    for name in ("model", "dtype", "answer", "language", "use_easy_match", "semantic_weight", "threshold"):
        if content[name] is None:
            raise UsageError(f"{path}: {name!r} is null: {remedy}")
    return content, sha256(data).hexdigest(), path.name
