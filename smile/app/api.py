"""The documented API: what `gradio_client` calls, and the tools that agents find over MCP. Docstrings are its pages."""

from typing import Any

from gradio.events import api as add_endpoint

from .engine import Engine
from .limits import Limits
from .replies import told
from .try_it import score_answers as score


def build(engine: Engine, limits: Limits) -> None:
    """Adds the endpoints to the app."""

    def score_answers(
        answers: list[str],
        references: list[str],
        question: str = "",
        semantic_weight: float = 0.3,
        threshold: float = 0.67,
        setting: str = limits.settings[0],
    ) -> dict[str, Any]:
        """Says how right answers to one question are, given one or more right answers (references).

        Returns per answer `smile` (0 to 1), its parts `semantic`, `lexical`, `easy_match` and `keyword_similarity`,
        `rating` (0 to 5), `correct` (smile over the threshold), `best_reference` (index) and `matched_ngram`, and the
        `signature` of the settings; compare scores of equal signatures only.

        Args:
            answers: The answers to score.
            references: Right answers; the one that fits an answer best counts.
            question: What was asked; not scored.
            semantic_weight: Weight of the semantic score against the lexical one, 0 to 1.
            threshold: An answer counts as correct above it, 0 to 1.
            setting: Named setting.
        """
        _, scores, _, _ = score(engine, limits, question, references, answers, setting, semantic_weight, threshold)
        return {"items": scores.items(), "signature": scores.signature}

    add_endpoint(
        told(score_answers),
        api_name="score_answers",
        concurrency_id="scoring",
        concurrency_limit=limits.at_a_time,
    )
