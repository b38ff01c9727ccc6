"""LaTeX of short answers as plain text."""

import re

from ..lazy_patterns import lazy_re

# A longer text is no short answer.
_LONGEST = 400
# Groups are opened from within, one depth at a step.
_DEEPEST = 8

# "$x$", "$$x$$", "\(x\)", "\[x\]"; as in Markdown, "$5 and $10" is no formula
_FORMULA = lazy_re(r"\$\$([^$]+)\$\$|\$(?=[^\s$])([^$]*[^\s$])\$(?!\d)|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
# "^\circ", "^{\circ}", "\degree"
_DEGREES = lazy_re(r"\s*\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![a-z]))|\\degree(?![a-z])")
# "\text{km}", "\mathrm{H}", "\boxed{5}"
_FONT = lazy_re(
    r"\\(?:text(?:bf|it|rm|sf|tt|sc|normal)?|math(?:rm|bf|it|sf|tt|bb|cal)|operatorname\*?|mbox|hbox|emph|f?boxed?|ce"
    r"|underline|overline)\s*\{([^{}]*)\}"
)
# "\frac{1}{2}", "3\tfrac12"
_FRACTION = lazy_re(r"(?:(\d)\s*)?\\[dtc]?frac\s*(?:\{([^{}]*)\}\s*\{([^{}]*)\}|(\d)\s*(\d))")
_SIMPLE = lazy_re(r"\s*[\w.,]+\s*")
_ROOT = lazy_re(r"\\sqrt\s*\{([^{}]*)\}")
# "x^{2}", "H_{2}"
_SCRIPT = lazy_re(r"([\^_])\s*\{([^{}\\]*)\}")
_POWER_OF_TEN = lazy_re(r"10\^(\d)")
_ESCAPED = lazy_re(r"\\([%$&#_{}])")
_SPACE = lazy_re(r"\\[,;:! ]|\\q?quad\b|(?<=\\)~")
_COMMAND = lazy_re(r"\\([A-Za-z]+)")
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
    plain = _FORMULA.sub(lambda formula: formula[formula.lastindex or 0], text)
    plain = _DEGREES.sub("°", plain.replace("{,}", ","))
    for _ in range(_DEEPEST):
        before = plain
        plain = _SCRIPT.sub(r"\1\2", _ROOT.sub(r"√\1", _FRACTION.sub(_fraction, _FONT.sub(r"\1", plain))))
        if plain == before:
            break
    plain = _COMMAND.sub(lambda command: _SIGNS.get(command[1], command[0]), _SPACE.sub(" ", plain))
    plain = _ESCAPED.sub(r"\1", plain)
    if plain == text:
        return text
    plain = " ".join(plain.split())
    power = _POWER_OF_TEN.fullmatch(plain)
    return str(10 ** int(power[1])) if power else plain


def _fraction(match: re.Match[str]) -> str:
    """Returns "3 1/2" for 3½: without the space it would be 31/2."""
    whole, above, below = match[1], match[2] or match[4] or "", match[3] or match[5] or ""
    parts = [part.strip() if _SIMPLE.fullmatch(part) else f"({part})" for part in (above, below)]
    return (f"{whole} " if whole else "") + "/".join(parts)
