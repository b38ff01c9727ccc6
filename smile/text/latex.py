"""LaTeX of short answers as plain text."""

import re

from .lazy_patterns import Patterns

# A longer text is no short answer.
_LONGEST = 400
# Groups are opened from within, one depth at a step.
_DEEPEST = 8

_PATTERNS = Patterns(__file__)
_SIGNS = {
    "times": "×", "cdot": "·", "div": "/", "pm": "±", "pi": "π", "infty": "∞", "approx": "≈", "leq": "≤", "le": "≤",
    "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "to": "→", "rightarrow": "→", "ldots": "...", "dots": "...",
    "mu": "μ", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "theta": "θ", "lambda": "λ", "sigma": "σ",
    "phi": "φ", "omega": "ω", "Omega": "Ω", "Delta": "Δ", "Sigma": "Σ", "circ": "°", "euro": "€", "pounds": "£",
    "left": "", "right": "", "displaystyle": "", ",": "",
}  # fmt: skip


def latex_as_text(text: str) -> str:
    r"""Returns a short text with its LaTeX in plain signs; any other text as it is.

    >>> latex_as_text(r"$\frac{1}{2}$"), latex_as_text(r"90^\circ \text{C}"), latex_as_text(r"50\%")
    ('1/2', '90° C', '50%')
    >>> latex_as_text("$5 and $10"), latex_as_text(r"C:\new")
    ('$5 and $10', 'C:\\new')
    """
    if len(text) > _LONGEST or not ("\\" in text or "$" in text or "^{" in text):
        return text
    plain = _PATTERNS["formula"].sub(lambda formula: formula[formula.lastindex or 0], text)
    plain = _PATTERNS["degrees"].sub("°", plain.replace("{,}", ","))
    for _ in range(_DEEPEST):
        before = plain
        plain = _PATTERNS["script"].sub(
            r"\1\2",
            _PATTERNS["root"].sub(r"√\1", _PATTERNS["fraction"].sub(_fraction, _PATTERNS["font"].sub(r"\1", plain))),
        )
        if plain == before:
            break
    plain = _PATTERNS["command"].sub(
        lambda command: _SIGNS.get(command[1], command[0]), _PATTERNS["space"].sub(" ", plain)
    )
    plain = _PATTERNS["escaped"].sub(r"\1", plain)
    if plain == text:
        return text
    plain = " ".join(plain.split())
    power = _PATTERNS["power of ten"].fullmatch(plain)
    return str(10 ** int(power[1])) if power else plain


def _fraction(match: re.Match[str]) -> str:
    """Returns "3 1/2" for 3½: without the space it would be 31/2."""
    whole, above, below = match[1], match[2] or match[4] or "", match[3] or match[5] or ""
    parts = [part.strip() if _PATTERNS["simple"].fullmatch(part) else f"({part})" for part in (above, below)]
    return (f"{whole} " if whole else "") + "/".join(parts)
