"""The options of each command: none may go, and none may be renamed."""

import pytest

from smile.baselines.match_scorer import MATCH_OPTIONS
from smile.baselines.sas_scorer import SAS_OPTIONS
from smile.cli.main import COMMANDS, load_command
from smile.settings.named_settings import OPTIONS as SETTINGS_OPTIONS

FLAGS = {
    "score": """
        --actors --aggregation --answer --backend --batch-size --confidence-level --config --cpus-per-actor --device
        --dtype --easy-match --engine --gpus-per-actor --id-column --json --language --model --no-easy-match
        --no-questions --output --per-item --plot --prediction-column --prepared --prompt --question-column --questions
        --reference-column --revision --semantic-weight --setting --store --store-gigabytes --synthetic-answer-column
        --threshold --workers --worst
    """,
    "prepare": """
        --backend --base-url --batch-size --cache --cache-file --concurrency --device --dtype --generator
        --generator-device --generator-dtype --generator-model --generator-revision --json --language --max-retries
        --model --no-cache --no-questions --on-error --output --price --prompt --question-column --questions
        --reference-column --revision --setting --store --store-gigabytes --synthetic-answer-column --timeout
    """,
    "match": """
        --aggregation --id-column --json --language --meteor --output --per-item --prediction-column --question-column
        --reference-column --rouge-l --worst
    """,
    "sas": """
        --backend --batch-size --device --dtype --id-column --json --model --output --per-item --prediction-column
        --question-column --reference-column --revision --worst
    """,
    "judge": """
        --base-url --cache --cache-file --concurrency --device --dtype --id-column --json --language --max-retries
        --metric --model --no-cache --on-error --output --per-item --prediction-column --price --provider
        --question-column --reference-column --revision --rubric --timeout --top-logprobs --worst
    """,
    "cascade": """
        --aggregation --answer --ask --base-url --budget --cache --cache-file --concurrency --config --delta
        --device --dry-run --dtype --easy-match --id-column --json --judge --label-aggregation --label-column
        --label-threshold --language --max-retries --model --no-cache --no-easy-match --no-questions --on-error
        --output --prediction-column --price --provider --question-column --questions --reference-column
        --revision --rubric --semantic-weight --setting --store --store-gigabytes --synthetic-answer-column
        --target --threshold --timeout --top-logprobs
    """,
    "data": "--output",
    "agree": """
        --answer --confidence-level --data --group-column --json --label-aggregation --label-column --label-threshold
        --language --level-of-measurement --metrics --plots --prediction-column --question-column --reference-column
        --report --score-column --setting --store --store-gigabytes --synthetic-answer-column --system-column
        --threshold --tie-margin
    """,
    "references": """
        --answer --confidence-level --data --json --label-aggregation --label-column --label-threshold --language
        --metrics --most-references --plot --prediction-column --question-column --reference-column --setting --store
        --store-gigabytes --synthetic-answer-column --threshold
    """,
    "trust": """
        --answer --confidence-level --data --disagreements --id-column --json --label-aggregation --label-column
        --label-threshold --language --metric --output --prediction-column --question-column --reference-column
        --setting --store --store-gigabytes --synthetic-answer-column --threshold
    """,
    "calibrate": """
        --answer --backend --batch-size --confidence-level --data --device --dtype --easy-match --group-column --json
        --label-aggregation --label-column --label-threshold --language --model --no-easy-match --no-questions
        --output --plot --prediction-column --prompt --question-column --questions --reference-column --revision
        --setting --store --store-gigabytes --synthetic-answer-column
    """,
    "compare": """
        --aggregation --answer --backend --batch-size --confidence-level --config --device --dtype --easy-match
        --id-column --json --language --model --name --no-easy-match --no-questions --output --plot --prediction-column
        --prepared --prompt --question-column --questions --reference-column --revision --semantic-weight --setting
        --store --store-gigabytes --synthetic-answer-column --system-column --threshold
    """,
    "estimate": """
        --answer --confidence-level --correlation --group-column --id-column --json --label-aggregation --label-column
        --label-threshold --labels --language --metric --plan --plots --prediction-column --question-column
        --reference-column --report --score-column --setting --store --store-gigabytes --synthetic-answer-column
        --system-column --target
    """,
    "label": """
        --answer --id-column --json --label-aggregation --label-column --labels --language --metric --n
        --no-probability --output --prediction-column --probability --question-column --reference-column --score-column
        --seed --setting --store --store-gigabytes --synthetic-answer-column --system-column
    """,
}


def test_the_commands() -> None:
    assert list(COMMANDS) == [*FLAGS]


@pytest.mark.parametrize("command", FLAGS)
def test_the_list_of_commands_says_what_a_command_says_of_itself(command: str) -> None:
    _, listed = COMMANDS[command]
    assert listed == load_command(command).help.split("\n\n")[0]


@pytest.mark.parametrize("command", FLAGS)
def test_a_command_has_its_options_and_no_others(command: str) -> None:
    flags = [flag for each in load_command(command).params for flag in (*each.opts, *each.secondary_opts)]
    assert sorted(flag for flag in flags if flag.startswith("--")) == FLAGS[command].split()


@pytest.mark.parametrize("command", FLAGS)
def test_every_option_says_what_it_does_in_a_sentence(command: str) -> None:
    for each in load_command(command).params:
        assert each.help[0].isupper(), each.name
        assert each.help.endswith("."), each.name
        assert len(each.help.split()) >= 2, each.name


@pytest.mark.parametrize(
    ("command", "options"),
    [("match", MATCH_OPTIONS), ("sas", SAS_OPTIONS), ("score", SETTINGS_OPTIONS), ("compare", SETTINGS_OPTIONS)],
)
def test_every_option_of_the_library_has_a_flag(command: str, options: tuple[str, ...]) -> None:
    names = {parameter.name for parameter in load_command(command).params}
    assert {option.removeprefix("use_") for option in options} <= names
