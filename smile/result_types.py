"""The types of all results: every key that you get, and its meaning.

`n` is the number of rows of a result, and `n_...` counts what the rest of the name says. `notes` counts rows. `..._ci`
is a confidence interval, [low, high]. Scores and shares are 0 to 1. All values are plain: floats, ints, strings, lists
and dicts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

Interval = list[float]
Decider = Literal["smile", "judge"]
JudgeOutcome = Literal["scored", "no_verdict", "failed"]  # `no_verdict`: neither Yes nor No, which scores 0
VerdictName = Literal["correct", "incorrect", "unsure"]
PairedBy = Literal["id", "question", "position"]
# The ways in which a reference and the answer that systems agree on differ.
DifferenceKind = Literal["another answer", "broader or narrower", "changed with time", "another format"]


class ScoreItems(TypedDict):
    """SMILE of each row: one list per column."""

    smile: list[float]
    verdict: list[VerdictName]
    reason: list[str]  # a sentence that explains the verdict
    semantic: list[float]
    lexical: list[float]
    easy_match: list[float]
    keyword_similarity: list[float]
    equivalence: NotRequired[list[float]]  # `learned`: the probability that the answer means the same as the reference
    asserted: NotRequired[list[float]]  # `learned`: the probability that the answer asserts what it mentions
    rating: list[int]  # 0 to 3: four equal bins up to the threshold; 4 and 5: two equal bins above it (correct)
    correct: list[bool]  # whether SMILE is above the threshold
    doubt: list[float]  # how uncertain the verdict is; a cascade sends the highest to a judge
    best_reference: list[int]  # the index of the reference that counts
    matched_ngram: list[str]  # the answer's n-gram nearest to it, normalised
    rule: list[str]  # the rule for values that decided, or ""
    answer_read: list[str]  # the part of the output that was scored, or "" for all of it
    answer_marker: list[str]  # the cue that marked it, or ""
    not_attempted: list[str]  # why the row gives no answer, or ""
    confidence: list[float | None]  # the confidence that the output states


class SASNotes(TypedDict):
    """Numbers of rows to check before you trust a similarity."""

    truncated: int  # too long to be compared whole
    out_of_vocabulary: int  # with text that the encoder does not know


class RowCounts(TypedDict):
    """Numbers of rows to check that every result of SMILE has."""

    not_english: int  # in another language, if the setting reads English
    learned_from: NotRequired[int]  # with a question that `learned` was trained on: leave them out of reports


class ScoreNotes(RowCounts, SASNotes):
    """Numbers of rows to check before you trust the scores."""

    unfinished: int  # whose thinking never ends
    names_others: int  # that name other candidates beside the reference
    without_question: int  # without a question, if the setting uses questions
    same_value: int  # in which a rule found the reference's value in another form
    other_value: int  # in which a rule found another value
    failed_rules: int  # compared by words alone because a rule failed; a warning names them: please report it


class StringCounts(TypedDict):
    """Distinct strings by their source."""

    n_encoded: int
    n_from_store: NotRequired[int]  # only with an embedding store


class VerdictCounts(TypedDict):
    """Numbers of rows by their verdict; the other rows are incorrect."""

    n_correct: int
    n_unsure: int


class AttemptMeasures(TypedDict):
    """Measures of correct, incorrect and missing answers."""

    accuracy_given_attempted: float  # the share of correct answers among those that give an answer
    f_score: float  # its harmonic mean with the accuracy, as in SimpleQA
    hallucination_rate: float  # incorrect answers / (incorrect answers + refusals), as in AA-Omniscience
    correct_minus_incorrect: float  # (correct - incorrect) / n, -1 to 1


class Calibration(TypedDict, total=False):
    """The error of confidences that outputs state ("Confidence: 85 %"); nothing if none states one."""

    calibration_error: float  # the root mean square, as in HLE, in bins of 100 rows
    n_with_confidence: int  # outputs that state one


class SampleMeasures(TypedDict, total=False):
    """Measures of several answers to each question; nothing if a question has one answer.

    With the number for K, `avg@K` is the mean accuracy over the questions, and `pass@K` the share of questions with a
    correct one among K answers, each with its `..._ci`.
    """

    n_questions: int
    k: int  # the number of answers that every question has


class Encoding(TypedDict, total=False):
    """Where vectors come from; nothing if none were needed."""

    backend: str  # the library that computed them
    strings: StringCounts  # with an embedding store


class ScoreSummary(AttemptMeasures, Encoding, Calibration, SampleMeasures, VerdictCounts):
    """The result of SMILE: means, shares and counts of rows."""

    smile: float  # in `learned` the mean probability that a person would label the answer correct
    semantic: float
    lexical: float
    easy_match: float
    keyword_similarity: float
    accuracy: float  # the share of answers with SMILE above the threshold
    n: int
    n_empty_predictions: int
    n_not_attempted: int  # rows that give no answer
    notes: ScoreNotes
    signature: str  # everything that affects the score
    smile_ci: NotRequired[Interval]  # bootstrap
    accuracy_ci: NotRequired[Interval]  # Wilson's
    items: NotRequired[ScoreItems]


class SASItems(TypedDict):
    """The similarity of each row, and the index of the reference that has it."""

    sas: list[float]
    best_reference: list[int]


class SASSummary(Encoding):
    """The result of semantic answer similarity."""

    sas: float  # -1 to 1 for a bi-encoder, 0 to 1 for a cross-encoder
    n: int
    n_empty_predictions: int
    notes: SASNotes
    signature: str
    items: NotRequired[SASItems]


class MatchItems(TypedDict):
    """The scores of each row."""

    exact_match: list[float]
    f1: list[float]
    bleu_1: list[float]
    bleu_4: list[float]
    rouge_l: NotRequired[list[float]]
    meteor: NotRequired[list[float]]
    best_reference: NotRequired[list[int]]  # by F1; only with the aggregation `max`


class MatchSummary(TypedDict):
    """The result of QA match: means of the scores."""

    exact_match: float
    f1: float
    bleu_1: float
    bleu_4: float
    rouge_l: NotRequired[float]
    meteor: NotRequired[float]
    corpus_bleu: float  # of all rows together
    n: int
    n_empty_predictions: int
    signature: str
    items: NotRequired[MatchItems]


class PlannedRequests(TypedDict):
    """What a judge would be asked."""

    n_requests: int
    prompt_tokens: int  # estimated
    completion_tokens: int  # at most
    cost: float | None  # estimated US dollars; None if the price is unknown


class RequestCounts(TypedDict):
    """What the requests of a run took."""

    cost: float | None  # US dollars; None if the price is unknown
    prompt_tokens: int
    completion_tokens: int
    n_requests: int  # sent, retries included
    n_from_cache: int  # distinct requests whose reply was in the cache


JudgeName = Literal["L3Score", "rubric"]


class JudgeItems(TypedDict):
    """The verdict on each row; the score has the judge's name."""

    L3Score: NotRequired[list[float]]
    rubric: NotRequired[list[float]]
    correct: NotRequired[list[bool | None]]  # whether the judge says yes, if the rubric asks for it
    outcome: list[JudgeOutcome]
    error: list[str]  # why it failed, or ""
    best_reference: NotRequired[list[int]]  # the index of the reference that counts


class JudgeSummary(RequestCounts):
    """The result of a judge. The mean has the judge's name; failed rows are left out of means.

    The evaluate module of L3Score calls the cost `Cost`, as its authors do.
    """

    L3Score: NotRequired[float]
    rubric: NotRequired[float]  # in the rubric's units
    accuracy: NotRequired[float]  # the share of yes, if the rubric asks for it
    n: int
    n_scored: int  # rows by their outcome, as in `JudgeItems`
    n_no_verdict: int
    n_failed: int
    n_empty_predictions: int
    failures: list[str]  # the first twenty
    signature: str
    items: NotRequired[JudgeItems]


class CascadePlanSummary(PlannedRequests):
    """What the judge of a cascade would be asked."""

    n: int
    n_asked: int  # rows for the judge
    smile_accuracy: float
    signature: str


class CascadeItems(TypedDict):
    """The verdict on each row: the judge's where it gave one, SMILE's elsewhere."""

    correct: list[bool]
    verdict: list[VerdictName]
    decided_by: list[Decider]
    smile: list[float]
    judge: list[float | None]  # the judge's score
    doubt: list[float]
    reason: list[str]


class CascadeSummary(RequestCounts, VerdictCounts):
    """The result of a cascade."""

    accuracy: float
    smile_accuracy: float  # by SMILE alone
    n: int
    n_asked: int  # rows for the judge
    n_judge_failed: int  # rows on which it failed, which SMILE decides
    n_overturned: int  # verdicts that it changed
    n_empty_predictions: int
    n_not_attempted: int
    failures: list[str]  # the first twenty
    signature: str
    items: NotRequired[CascadeItems]


class RankedSystem(TypedDict):
    """A system, and the best and the worst rank that the differences allow."""

    system: str
    best_rank: int
    worst_rank: int
    mean: float
    mean_ci: Interval


class Difference(TypedDict):
    """The difference between two systems, with the higher mean first."""

    system: str
    other: str
    difference: float
    difference_ci: Interval
    p_value: float
    adjusted_p_value: float  # by Holm's method
    significant: bool


class RankingResult(TypedDict):
    """Systems, best first, and all pairs of them."""

    systems: list[RankedSystem]
    differences: list[Difference]
    n_questions: int
    n_draws: int
    reasons: dict[str, str]  # why intervals and p-values are NaN


class ComparedSystem(SampleMeasures):
    """A system of a comparison; the counts are of its rows."""

    system: str
    best_rank: int
    worst_rank: int
    smile: float
    smile_ci: Interval
    accuracy: float
    accuracy_ci: Interval
    accuracy_given_attempted: float
    n_not_attempted: int
    n_empty_predictions: int
    n_truncated: int
    n_out_of_vocabulary: int


class AccuracyDifference(TypedDict):
    """The difference in accuracy of two systems, and how many questions both, one or neither answer correctly."""

    system: str
    other: str
    difference: float
    difference_ci: Interval
    n_both_correct: int
    n_only_system: int
    n_only_other: int
    n_both_incorrect: int


class ComparisonNotes(RowCounts):
    """Numbers to check before you trust a comparison."""

    without_question: int  # questions without a text, if the setting uses questions


class ComparisonResult(Encoding):
    """Systems compared by SMILE, as in `RankingResult`, and by accuracy."""

    paired_by: PairedBy  # how the rows of one question were found
    systems: list[ComparedSystem]
    differences: list[Difference]
    n_questions: int
    n_draws: int
    reasons: dict[str, str]
    accuracy_differences: list[AccuracyDifference]
    newly_correct: NotRequired[list[Any]]  # of two systems, the ids of the questions that only the second answers
    newly_incorrect: NotRequired[list[Any]]  # and that only the first answers correctly
    notes: ComparisonNotes
    signature: str
    warnings: NotRequired[list[str]]


class MetricDifference(TypedDict):
    """A metric's agreement minus another's on the same rows, by the statistic's name, from a paired bootstrap."""

    difference: dict[str, float]
    difference_ci: dict[str, Interval]
    p_value: dict[str, float]
    reasons: dict[str, str]  # why a value is NaN


class AgreementResult(TypedDict):
    """A metric's agreement with human labels. Each grouping adds `by_NAME`, with the same for each member."""

    pearson: float
    pearson_ci: Interval
    spearman: float
    spearman_ci: Interval
    kendall_tau_b: float
    kendall_tau_b_ci: Interval
    mean_correlation: float  # of the three
    mean_correlation_ci: Interval
    pairwise_accuracy: float  # of pairs of answers to one question, ties included
    pairwise_accuracy_ci: Interval
    roc_auc: float
    roc_auc_ci: Interval
    accuracy: float
    accuracy_ci: Interval
    cohen_kappa: float
    cohen_kappa_ci: Interval
    f1: float
    f1_ci: Interval
    bias: float
    bias_ci: Interval
    best_threshold: float
    best_accuracy: float  # with that threshold
    n: int
    n_questions: int
    n_pairs: int  # pairs of answers to one question
    reasons: dict[str, str]  # why a statistic is NaN
    by_system: NotRequired[dict[str, AgreementResult]]
    by_group: NotRequired[dict[str, AgreementResult]]
    comparison: NotRequired[MetricDifference]
    krippendorff_alpha: NotRequired[float]  # with labels of several people
    n_annotators: NotRequired[int]
    signature: NotRequired[str]  # of the whole, not of members


class SliceAccuracy(TypedDict):
    """A metric's accuracy on a slice of n rows and on all other rows."""

    name: str
    n: int
    accuracy: float
    accuracy_elsewhere: float
    n_false_positives: int  # answers of the slice that only the metric calls correct
    n_false_negatives: int  # answers of the slice that only the label calls correct
    p_value: float  # of the difference, by permutation of the questions
    adjusted_p_value: float  # by Holm's method over all slices
    finding: Literal["worse", "better"] | None  # None if the difference is not significant


class BestAndMean(TypedDict):
    """`pearson` and `accuracy` of the best and of the mean score over a row's references."""

    n_references: NotRequired[int]
    best: dict[str, float]
    mean: dict[str, float]


class AgreementByReferences(TypedDict):
    """A metric's agreement with human labels by the number of references, on the n rows with the most."""

    n: int
    by_number: list[BestAndMean]  # with 1, 2, ... random references: means over the draws
    all_references: BestAndMean
    n_draws: int


class MetricResult(AgreementResult):
    """A metric among several; a metric that was run here has the last five."""

    n_truncated: NotRequired[int]  # rows with a text that is longer than the metric reads
    n_not_attempted: NotRequired[int]
    metric_signature: NotRequired[str]
    slices: NotRequired[list[SliceAccuracy]]  # only of the first metric, the lowest accuracy first
    references: NotRequired[AgreementByReferences]


class SideBySideResult(TypedDict):
    """The agreement of several metrics; all but the first have a `comparison` with the first."""

    metrics: dict[str, MetricResult]
    krippendorff_alpha: NotRequired[float]
    n_annotators: NotRequired[int]
    reasons: dict[str, str]
    signature: str


class MeanEstimate(TypedDict):
    """The estimated mean label of n rows. Values that need labels are NaN if no row has one."""

    estimate: float  # from labels and scores
    estimate_ci: Interval
    labels_only: float
    labels_only_ci: Interval
    metric_only: float  # the mean score
    bias: float  # the mean score minus the estimate
    effective_sample_size: float  # how many labels alone would give an interval as narrow, at most `n`
    n: int
    n_labelled: int


class EstimatedDifference(Difference):
    """The difference between two systems, the one with the higher estimate first."""

    labels_only: float
    labels_only_ci: Interval


class EstimateResult(MeanEstimate):
    """The estimate for all rows. Each grouping adds `by_NAME`, with that of each member."""

    by_system: NotRequired[dict[str, MeanEstimate]]
    by_group: NotRequired[dict[str, MeanEstimate]]
    differences: NotRequired[list[EstimatedDifference]]  # between any two systems
    warnings: list[str]
    reasons: dict[str, str]  # why a value is NaN
    signature: str


class AuditResult(TypedDict):
    """The proposals, strongest first, and the numbers of questions and answers examined."""

    proposals: list[dict[str, Any]]  # the attributes of `smile.runs.reference_audit.Proposal`
    n_questions: int
    n_answers: int
    systems: list[str]
    signature: str
