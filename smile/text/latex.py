r"""LaTeX of short answers as plain text."""

import re

from .lazy_patterns import lazy_re

# Longer texts are no short answers; nested groups are taken apart from within, so that steps stay few.
_LONGEST = 400
_DEEPEST = 6

_MATH = lazy_re(r"\$\$?(?=[^\s$])([^$]*[^\s$])\$\$?(?!\d)|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
_FRACTION = lazy_re(r"(\d?)\\[dtc]?frac\s*(?:\{([^{}]*)\}\s*\{([^{}]*)\}|(\d)\s*(\d))")
_GROUP = lazy_re(
    r"\\(?:text(?:bf|it|rm|sf|tt|sc)?|mathrm|mathbf|mathit|mathsf|mathbb|mathcal|operatorname\*?|mbox|emph|boxed|ce|underline|overline|hbox)"
    r"\s*\{([^{}]*)\}"
)
_ROOT = lazy_re(r"\\sqrt\s*\{([^{}]*)\}")
_POWER = lazy_re(r"(\^)\s*\{([^{}]*)\}")
_INDEX = lazy_re(r"_\s*\{([^{}]*)\}")
_SIGNS = {
    r"\times": "×", r"\cdot": "×", r"\div": "/", r"\pm": "±", r"\circ": "°", r"\degree": "°", r"\pi": "π",
    r"\infty": "∞", r"\approx": "≈", r"\leq": "≤", r"\le": "≤", r"\geq": "≥", r"\ge": "≥", r"\neq": "≠", r"\ne": "≠",
    r"\to": "→", r"\rightarrow": "→", r"\ldots": "...", r"\dots": "...", r"\mu": "μ", r"\alpha": "α", r"\beta": "β",
    r"\gamma": "γ", r"\theta": "θ", r"\Omega": "Ω", r"\omega": "ω", r"\lambda": "λ", r"\Delta": "Δ", r"\quad": " ",
    r"\qquad": " ", r"\left": "", r"\right": "", r"\displaystyle": "", r"\euro": "€", r"\pounds": "£",
}  # fmt: skip
_COMMAND = lazy_re(r"\\[A-Za-z]+")
_LATEX = lazy_re(r"\\[A-Za-z%$&#_{(\[,;! ]|\$[^\s$]|\^")


def latex_as_text(text: str) -> str:
    r"""Returns a short text with its LaTeX in plain signs; other texts as they are.

    >>> latex_as_text(r"$\frac{1}{2}$"), latex_as_text(r"90^\circ"), latex_as_text(r"50\%"), latex_as_text("$5 and $10")
    ('1/2', '90°', '50%', '$5 and $10')
    """
    if len(text) > _LONGEST or _LATEX.search(text) is None:
        return text
    plain = _MATH.sub(lambda math: math[1] or math[2] or math[3], text)
    for _ in range(_DEEPEST):
        before = plain
        plain = _GROUP.sub(r"\1", plain)
        plain = _FRACTION.sub(_fraction, plain)
        plain = _ROOT.sub(r"√\1", plain)
        plain = re.sub(r"\^\s*\{?\\(?:circ|degree)\}?", "°", plain)
        plain = _POWER.sub(r"^\2", plain)
        plain = _INDEX.sub(r"_\1", plain)
        if plain == before:
            break
    plain = _COMMAND.sub(lambda command: _SIGNS.get(command[0], command[0]), plain)
    plain = re.sub(r"\{,\}", ",", plain)
    plain = re.sub(r"\\([%$&#_{}])", r"\1", plain)
    plain = re.sub(r"\\[,;:! ]|~", " ", plain)
    return re.sub(r"[ \t]{2,}", " ", plain).strip()


def _fraction(match: re.Match[str]) -> str:
    whole, above, below = match[1], match[2] or match[4], match[3] or match[5]
    simple = [part if re.fullmatch(r"[\w.,]+", part.strip()) else f"({part})" for part in (above, below)]
    return f"{whole} {simple[0]}/{simple[1]}" if whole else f"{simple[0]}/{simple[1]}"
