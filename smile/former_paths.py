"""The paths of modules that documents named before the package had rooms. They still work, with a warning."""

import sys
import warnings
from types import ModuleType
from typing import Any

_PATHS = ("agreement_scorer", "distributed", "match_scorer", "sas_scorer", "settings_file", "system_ranking")


class _FormerModule(ModuleType):
    """Hands on the public names of the package."""

    def __getattr__(self, name: str) -> Any:
        path = self.__name__
        package = sys.modules[path.rpartition(".")[0]]
        if name not in package.__all__:
            raise AttributeError(f"module {path!r} has no attribute {name!r}")
        new = f"from {package.__name__} import {name}"
        warnings.warn(f"{path} will go: write `{new}`", DeprecationWarning, stacklevel=2)
        return getattr(package, name)


def register(package: str) -> None:
    """Makes the former paths importable below a package."""
    for path in _PATHS:
        module = sys.modules[f"{package}.{path}"] = _FormerModule(f"{package}.{path}")
        setattr(sys.modules[package], path, module)
