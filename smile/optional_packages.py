"""Packages of extras: whether one is installed, and the error that says how to install it."""

from importlib import import_module
from importlib.util import find_spec

from .errors import ModelError


def is_installed(package: str) -> bool:
    """Returns whether a package is installed; does not import it.

    >>> is_installed("numpy"), is_installed("no_such_package")
    (True, False)
    """
    return find_spec(package) is not None


def check_installed(package: str, user: str, extra: str) -> None:
    """Raises a `ModelError`, which names the user and the extra to install, if a package cannot be imported."""
    try:
        import_module(package)
    except ImportError as error:
        raise ModelError(what_is_missing(package, user, extra, error)) from error


def what_is_missing(package: str, user: str, extra: str, error: ImportError) -> str:
    """Returns the message that a package is not installed, with the command that installs it."""
    return f"{user} needs the package {package} ({error}): {how_to_install(extra)}"


def how_to_install(extra: str) -> str:
    """Returns the command that installs an extra.

    >>> how_to_install("plots")
    'run `pip install ".[plots]"` in a clone of the project'
    """
    return f'run `pip install ".[{extra}]"` in a clone of the project'
