"""Replacements of removed commands and options, shown for one release: remove this module in 0.4.0."""

from collections.abc import Sequence

_JUDGES = "judge cascade synthesize"
_ALL = f"score compare agree label estimate match sas {_JUDGES}"

# Commands, their options (none stands for the command itself), and what to do. {name} is the option as --column and
# --set call it.
REMOVED: Sequence[tuple[str, str, str]] = (
    (
        "calibrate",
        "",
        "calibration was removed in 0.3.0; pass --threshold the best threshold that `smile agree` prints",
    ),
    (
        "prepare",
        "",
        "prepared sets were removed in 0.3.0; use `smile synthesize`, and --store to encode references once",
    ),
    ("references", "", "removed in 0.3.0; use `smile agree FILE --metrics smile --references`"),
    ("trust", "", "removed in 0.3.0; use `smile agree FILE --metrics smile`, with --report for rows"),
    ("score compare cascade", "--config", "calibration was removed in 0.3.0; pass --threshold"),
    ("score compare", "--prepared", "prepared sets were removed in 0.3.0; pass --store"),
    ("agree", "--level-of-measurement", "removed in 0.3.0; Krippendorff's alpha is for ordinal labels"),
    (
        "estimate",
        "--plan --correlation",
        "removed in 0.3.0; label 50 rows and estimate: half the width takes four times the labels",
    ),
    (
        "label",
        "--probability --no-probability --metric --score-column --setting --store --store-gigabytes --language "
        "--answer --synthetic-answer-column",
        "removed in 0.3.0; rows are drawn uniformly at random, so leave it out",
    ),
    ("label", "--label-aggregation", "removed in 0.3.0; pass it to `smile estimate`"),
    ("cascade", "--target --delta", "the guarantee was removed in 0.3.0; pass --ask (a share of the rows) or --budget"),
    (
        "cascade",
        "--label-column --label-threshold --label-aggregation",
        "labels were only for the guarantee, which was removed in 0.3.0; leave it out",
    ),
    ("judge", "--metric", "removed in 0.3.0; L3Score judges, unless --rubric names a rubric"),
    ("cascade", "--judge", "removed in 0.3.0; L3Score judges, unless --rubric names a rubric"),
    ("score", "--actors", "removed in 0.3.0; use --workers"),
    ("score", "--cpus-per-actor", "removed in 0.3.0; each worker takes one CPU, so leave it out"),
    ("score", "--gpus-per-actor", "removed in 0.3.0; use --gpus-per-worker"),
    ("score compare cascade", "--easy-match", "removed in 0.3.0; use --set use_easy_match=true"),
    ("score compare cascade", "--no-easy-match", "removed in 0.3.0; use --set use_easy_match=false"),
    (_JUDGES, "--cache-file", "removed in 0.3.0; use --set cache=FILE"),
    (_JUDGES, "--device", "removed in 0.3.0; use --set device=VALUE"),
    (_JUDGES, "--concurrency", "removed in 0.3.0; use --set concurrency=VALUE"),
    ("score compare cascade", "--aggregation", "removed in 0.3.0; use --set aggregation=VALUE"),
    (
        _ALL,
        "--semantic-weight --revision --batch-size --dtype --backend --prompt --store-gigabytes --timeout "
        "--max-retries --top-logprobs --on-error",
        "removed in 0.3.0; use --set {name}=VALUE",
    ),
    (
        _ALL,
        "--prediction-column --reference-column --question-column --id-column --synthetic-answer-column "
        "--label-column --system-column --group-column --score-column",
        "removed in 0.3.0; use --column {name}=NAME",
    ),
)


def instead_of_removed(arguments: Sequence[str]) -> str | None:
    """Returns the replacement of a removed command or option; None if no argument is one.

    >>> instead_of_removed(["score", "answers.jsonl", "--semantic-weight=0.5"])
    '--semantic-weight: removed in 0.3.0; use --set semantic_weight=VALUE'
    """
    command, *options = arguments
    for commands, gone, instead in REMOVED:
        if command not in commands.split():
            continue
        if not gone:
            return f"{command}: {instead}"
        for option in options:
            name = option.partition("=")[0]
            if name in gone.split():
                return f"{name}: {instead.format(name=name.strip('-').removesuffix('-column').replace('-', '_'))}"
    return None
