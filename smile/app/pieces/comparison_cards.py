"""Cards of a comparison of systems: pure functions from results to HTML."""

import html
from typing import Any

import numpy as np

from ...files.pairing import AnswersByQuestion
from ...reporting.comparison_sentences import explanation, notes, sentences, shown_rank
from ...reporting.formatting import one_line, shown, shown_interval, shown_p
from ...scoring.results import Scores
from .answer_cards import CHECK, CROSS
from .html import interval_bar, shown_text, signature_line, table, warnings
from .html import notes as note_lines

_MOST_QUESTIONS = 10
_MOST_REFERENCES = 5
_EQUAL = '<path d="M5 9.5h14M5 14.5h14"/>'
_MEDAL = '<path d="M12 3l2.7 5.6 6.1.8-4.5 4.2 1.1 6-5.4-2.9-5.4 2.9 1.1-6L3.2 9.4l6.1-.8z"/>'


def comparison_cards(result: dict[str, Any], threshold: float, confidence_level: float) -> str:
    """Returns the ranking, a sentence for each system and the next, notes, and the method.

    Args:
        result: What `compare_systems` returns, `paired_by`, and `warnings` if there are any.
        threshold: The threshold of accuracy.
        confidence_level: The confidence level of the intervals.
    """
    return (
        f'<section class="smile-comparison" aria-label="Comparison" role="status">{_headline(result)}'
        f"{warnings(result.get('warnings', []))}"
        f"{_ranking(result, confidence_level)}<ul class='smile-verdicts'>{_sentences(result)}</ul>"
        f"{note_lines([*notes(result), explanation(result, threshold, confidence_level)])}"
        f"{signature_line(result['signature'])}</section>"
    )


def question_cards(paired: AnswersByQuestion, scores: Scores) -> str:
    """Returns the questions on which the systems differ most, with every answer."""
    shape = (len(paired.systems), len(paired.ids))
    smile, is_correct = scores.smile.reshape(shape), scores.correct.reshape(shape)
    spread = smile.max(axis=0) - smile.min(axis=0)
    order = [i for i in np.argsort(-spread, kind="stable").tolist() if spread[i] > 0]
    n_split = int((is_correct.any(axis=0) & ~is_correct.all(axis=0)).sum())
    if not order:
        return '<p class="smile-note">The systems score the same on every question.</p>'
    cards = "".join(
        _question_card(paired, i, spread[i], smile[:, i], is_correct[:, i]) for i in order[:_MOST_QUESTIONS]
    )
    return (
        '<section class="smile-questions" aria-label="Where the systems differ most"><h2>Where they differ most</h2>'
        f"<p>On {n_split:,} of {len(paired.ids):,} questions some systems are right and others are not. Here are the "
        f"{min(len(order), _MOST_QUESTIONS)} with the widest gap in SMILE; the downloads have all.</p>{cards}</section>"
    )


def _headline(result: dict[str, Any]) -> str:
    first = [system for system in result["systems"] if system["best_rank"] == 1]
    names = [f"<strong>{shown_text(system['system'])}</strong>" for system in first]
    if len(names) == 1:
        text = f"{names[0]} is better than {'the other' if len(result['systems']) == 2 else 'all others'}."
    else:
        text = f"{', '.join(names[:-1])} and {names[-1]} may each be the best: these data cannot tell them apart."
    return (
        f'<p class="smile-headline"><svg viewBox="0 0 24 24" aria-hidden="true">{_MEDAL}</svg><span>{text}</span></p>'
    )


def _ranking(result: dict[str, Any], confidence_level: float) -> str:
    best = result["systems"][0]["system"]
    behind = {each["other"]: each for each in result["differences"] if each["system"] == best}
    percent = f"{confidence_level * 100:g} %"
    rows = []
    for system in result["systems"]:
        found = behind.get(system["system"])
        rows.append(
            [
                shown_text(system["system"]),
                f'<span class="smile-rank">{shown_rank(system)}</span>',
                _with_interval(system["smile"], system["smile_ci"])
                + interval_bar(system["smile"], *_ends(system["smile"], system["smile_ci"])),
                _share(system, result["n_questions"]),
                _with_interval(found["difference"], found["difference_ci"]) if found else "",
                shown_p(found["adjusted_p_value"]) if found else "",
                ("yes" if found["significant"] else "no") if found else "",
            ]
        )
    headings = ("System", "Rank", "SMILE", "Right", f"Behind {one_line(best)[:30]}", "p-value", "Significant")
    return table(f"Ranking, with {percent} intervals", headings, rows)


def _sentences(result: dict[str, Any]) -> str:
    lines = []
    for sentence in sentences(result):
        kind, icon = ("real", CHECK) if sentence.significant else ("open", _EQUAL)
        lines.append(
            f'<li class="smile-{kind}"><svg viewBox="0 0 24 24" aria-hidden="true">{icon}</svg>'
            f"<span>{html.escape(sentence.text)}</span></li>"
        )
    return "".join(lines)


def _question_card(paired: AnswersByQuestion, i: int, spread: float, smile: Any, is_correct: Any) -> str:
    n = len(paired.ids)
    row = paired.rows[i]
    title = row.question if row.question is not None else f"{paired.ids[i]}"
    references = "; ".join(f"<q>{shown_text(each)}</q>" for each in row.references[:_MOST_REFERENCES])
    if len(row.references) > _MOST_REFERENCES:
        references += f" and {len(row.references) - _MOST_REFERENCES} more"
    answers = []
    for j in np.argsort(-smile, kind="stable").tolist():
        kind, icon, word = ("right", CHECK, "right") if is_correct[j] else ("wrong", CROSS, "not right")
        answers.append(
            f'<li class="smile-{kind}"><span class="smile-chip"><svg viewBox="0 0 24 24" role="img" '
            f'aria-label="{word}">{icon}</svg>{smile[j]:.2f}</span><span><b>{shown_text(paired.systems[j])}</b> '
            f'<span dir="auto">{shown_text(paired.rows[j * n + i].prediction)}</span></span></li>'
        )
    return (
        f'<article class="smile-question"><h3 dir="auto">{shown_text(title)}</h3><p>Right: {references} &middot; they '
        f"differ by {spread:.2f}</p><ul>{''.join(answers)}</ul></article>"
    )


def _share(system: dict[str, Any], n: int) -> str:
    low, high = system["accuracy_ci"]
    interval = "" if np.isnan(low) else f" <small>{low:.0%} to {high:.0%}</small>"
    return f"{round(system['accuracy'] * n):,} of {n:,} ({system['accuracy']:.0%}){interval}".replace("%", " %")


def _with_interval(value: float, interval: list[float]) -> str:
    return f"{shown(value)} <small>{shown_interval(interval)}</small>"


def _ends(value: float, interval: list[float]) -> list[float]:
    return [value, value] if np.isnan(interval[0]) else interval
