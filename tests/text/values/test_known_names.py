"""The lists of names that mean the same."""

from smile.text.values.names.known_names import groups, key


def test_the_lists_spell_names_as_they_are_looked_up() -> None:
    forms = [form for group in groups() if group.kind != "element" for form in group.forms]
    assert len(forms) > 5_000
    assert [form for form in forms if key(form) != form] == []
