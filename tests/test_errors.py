"""Messages are templates with values, which front ends word."""

import ast
import pickle
from pathlib import Path
from string import Formatter

import smile
from smile.errors import ColumnsError, DataError, Option


def test_each_template_fits_its_values() -> None:
    nodes = (
        each for path in Path(smile.__file__).parent.rglob("*.py") for each in ast.walk(ast.parse(path.read_text()))
    )
    calls = [each for each in nodes if isinstance(each, ast.Call) and len(each.args) > 1]
    raised = [each for each in calls if ast.unparse(each.func).endswith(("Error", "Warning", "Note"))]
    # An f-string would read the braces of a user's text as those of a template.
    assert not [ast.unparse(each) for each in raised if isinstance(each.args[0], ast.JoinedStr)]
    templates = {each: each.args[0].value for each in raised if isinstance(each.args[0], ast.Constant)}
    assert len(templates) > 20
    for call, template in templates.items():
        fields = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
        assert fields == [""] * (len(call.args) - 1), ast.unparse(call)


def test_errors_stay_whole_in_another_process() -> None:
    error = DataError("{!r} is no {}", "{a}", Option("id_column"), row="row 3")
    columns = ColumnsError("a {b}", columns={"reference": "b"})
    for each in (error, columns):
        copy = pickle.loads(pickle.dumps(each))  # noqa: S301
        assert (str(copy), copy.kind, vars(copy)) == (str(each), each.kind, vars(each))
    assert (str(error), str(columns)) == ("row 3: '{a}' is no id_column", "a {b}")
