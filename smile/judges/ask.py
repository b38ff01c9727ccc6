"""Sends requests to a chat model, caches its replies in a SQLite file, and counts tokens."""

import json
import re
import sqlite3
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from operator import add
from pathlib import Path
from typing import Generic, TypeVar

from ..disk.cache_folder import cache_folder
from ..errors import JudgeWarning, ModelError, Option
from ..result_types import RequestCounts
from ..shared_types import OnProgress
from .chat_models.api_model import ApiModel
from .chat_models.budget import Budget, cost_in_dollars
from .chat_models.chat import ChatAnswer, ChatFailure, ChatRequest, Outcome
from .chat_models.judge_settings import JudgeSettings
from .chat_models.local_model import LocalModel
from .chat_models.providers import LOCAL, Price

_SCHEMA = "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, answer TEXT NOT NULL) WITHOUT ROWID"
_SECONDS_TO_WAIT_FOR_A_LOCK = 30
_MOST_FAILURES_NAMED = 20

# What a model's name may end in.
_TAG = re.compile(r"[-:]latest$")
_DATE = re.compile(r"-(?:20\d\d-?\d\d-?\d\d|\d{4})$")

ChatModel = ApiModel | LocalModel
T = TypeVar("T")


@dataclass(frozen=True)
class AskedRequests(Generic[T]):
    """The outcomes of a run's requests, in order, and their tokens; cached replies cost nothing.

    Attributes:
        outcomes: What each reply says, or why there is no usable reply.
        n_requests: Number of requests sent, retries included.
        n_stored: Number of distinct requests whose reply was in the cache.
    """

    outcomes: list[T | ChatFailure] = field(default_factory=list)
    prompt_tokens: int = 0
    completion_tokens: int = 0
    n_requests: int = 0
    n_stored: int = 0

    def __add__(self, other: "AskedRequests[T]") -> "AskedRequests[T]":
        return AskedRequests(*map(add, vars(self).values(), vars(other).values()))

    def counts(self, price: Price | None) -> RequestCounts:
        """Returns what the requests took."""
        return {
            "cost": cost_in_dollars((self.prompt_tokens, self.completion_tokens), price),
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "n_requests": self.n_requests,
            "n_from_cache": self.n_stored,
        }


def first_failures(failures: Sequence[str]) -> list[str]:
    """Returns the first twenty failures and the number of the others."""
    more = len(failures) - _MOST_FAILURES_NAMED
    return [*failures[:_MOST_FAILURES_NAMED], *([f"and {more} more"] if more > 0 else [])]


def chat_model_to_ask(settings: JudgeSettings) -> ChatModel:
    """Returns the chat model, without loading it or sending a request."""
    return LocalModel(settings) if settings.provider == LOCAL else ApiModel(settings)


def ask_once(
    model: ChatModel,
    requests: Sequence[ChatRequest],
    settings: JudgeSettings,
    names: Sequence[str],
    *,
    budget: Budget,
    read: Callable[[ChatAnswer], T | ChatFailure],
    on_progress: OnProgress | None = None,
) -> AskedRequests[T]:
    """Sends each distinct request once, unless its reply is in the cache. Caches replies, never failures.

    `names` are those of the requests in errors. `read` returns what a reply says, or why it cannot be read, and reads
    each reply once; cached replies that fail are requested again. `budget` counts the requests and may refuse some.
    `on_progress` is called with the number of distinct requests done and their total.
    """
    identity = model.identity
    keys = [request.key(identity) for request in requests]
    different = dict(zip(keys, requests, strict=True))
    cache = cache_folder() / "judge.sqlite" if settings.cache is True else settings.cache
    with closing(AnswerStore(Path(cache) if cache else None)) as store:
        kept = {key: answer for key in different if (answer := store.get(key)) is not None}
        outcomes: dict[str, T | ChatFailure] = {
            key: said for key, answer in kept.items() if not isinstance(said := read(answer), ChatFailure)
        }
        models = {kept[key].model for key in outcomes}
        n_stored = len(outcomes)
        missing = [key for key in different if key not in outcomes]

        def keep(position: int, outcome: Outcome) -> None:
            key = missing[position]
            said = read(outcome) if isinstance(outcome, ChatAnswer) else outcome
            if isinstance(outcome, ChatAnswer) and not isinstance(said, ChatFailure):
                store.put(key, outcome)
                models.add(outcome.model)
            elif isinstance(said, ChatFailure) and settings.on_error == "raise":
                raise ModelError(
                    f"{names[keys.index(key)]}: the model failed ({said.reason}): run the same command or call "
                    "again, which continues from the cached replies"
                )
            outcomes[key] = said
            if on_progress is not None:
                on_progress(len(outcomes), len(different))

        if on_progress is not None and different:
            on_progress(n_stored, len(different))
        if missing:
            model.ask([different[key] for key in missing], keep, budget)
    _warn_of_other_models(settings.model, models)
    return AskedRequests([outcomes[key] for key in keys], *budget.tokens, budget.n_requests, n_stored)


def _warn_of_other_models(model: str, named: Iterable[str]) -> None:
    """Warns once if replies name another model than the requests; "" if a reply names none."""
    # llama.cpp serves one file under any name, and names the file.
    known = {name for name in named if name and not name.endswith(".gguf")}
    others = sorted(name for name in known if not is_same_chat_model(model, name))
    if others:
        warnings.warn(
            f"the requests ask for the model {model!r}, but replies name {', '.join(map(repr, others))}: check which "
            "model the endpoint serves, because scores of different models are not comparable",
            JudgeWarning,
            stacklevel=2,
        )


def is_same_chat_model(asked: str, named: str) -> bool:
    """Returns whether two names mean the same model, ignoring its folder and a date that only one of them has.

    >>> is_same_chat_model("gpt-4o", "openai/gpt-4o-2024-08-06")
    True
    >>> is_same_chat_model("gpt-4o-2024-05-13", "gpt-4o-2024-08-06")
    False
    """
    asked, named = (_TAG.sub("", re.split(r"[/\\]", name)[-1].casefold()) for name in (asked, named))
    without_date = [_DATE.sub("", name) for name in (asked, named)]
    return asked == named or asked in without_date[1:] or named in without_date[:1]


class AnswerStore:
    """A cache of replies by request key, which several processes may use at the same time.

    Every reply is committed when it arrives, so that a killed run can be continued. Without a path, replies are kept
    in memory.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        with self._errors():
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path or ":memory:", timeout=_SECONDS_TO_WAIT_FOR_A_LOCK, isolation_level=None
            )
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute(_SCHEMA)

    def get(self, key: str) -> ChatAnswer | None:
        """Returns the cached reply, or None."""
        with self._errors():
            row = self._connection.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
            if row is None:
                return None
            parts = json.loads(row[0])
            parts["tokens"] = tuple((token, float(logarithm)) for token, logarithm in parts["tokens"])
            return ChatAnswer(**parts)

    def put(self, key: str, answer: ChatAnswer) -> None:
        """Caches a reply."""
        with self._errors():
            self._connection.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, json.dumps(asdict(answer))))

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, ValueError, KeyError, TypeError) as error:
            raise ModelError(
                "the cache of the judge's replies, {}, cannot be used ({}): move the file away, choose another file, "
                "or use no cache ({})",
                self._path,
                error,
                Option("cache", False),
            ) from error
