"""The report of an audit of references."""

from collections import Counter

from ..runs.reference_audit import Proposal, ReferenceAudit
from .report import Block, Column, Entry, Line, Report, SignatureLine, Table

# Proposals that the report shows.
_MOST = 10


def audit_report(found: ReferenceAudit) -> Report:
    """Returns how many references look wrong, and the strongest proposals."""
    n, kinds = len(found.proposals), Counter(each.kind for each in found.proposals)
    among = f": {', '.join(f'{count:,} {kind}' for kind, count in kinds.most_common())}" if n else ""
    blocks: list[Block] = [
        Line(f"{n:,} of {found.n_questions:,} questions have a reference to check{among}.", "headline", "open")
    ]
    if n:
        blocks.append(Table.of("Strongest first", [_proposal_entries(each) for each in found.proposals[:_MOST]]))
    if n > _MOST:
        blocks.append(Line(f"and {n - _MOST:,} more; --output writes all of them", "note"))
    method = (
        f"{found.n_answers:,} answers of {len(found.systems)} systems. A question is listed where at least two systems "
        "give the same answer, SMILE calls it incorrect, and fewer systems side with the reference. This is evidence, "
        "not proof: systems share misconceptions, so check each proposal."
    )
    return Report("References to check", [*blocks, Line(method, "method"), SignatureLine(found.signature)])


def _proposal_entries(each: Proposal) -> list[Entry]:
    return [
        (Column("Systems"), f"{len(each.agreeing)} of {len(each.answers)}"),
        (Column("Answer", is_text=True), each.proposed),
        (Column("Reference", is_text=True), " / ".join(each.references)),
        (Column("Question", is_text=True), each.question or each.key),
        (Column("Proposal"), each.kind),
    ]
