"""What providers charge, as read on the day each price gives; a caller's own price goes before these."""

from typing import NamedTuple


class Price(NamedTuple):
    """US dollars per million tokens.

    Attributes:
        prompt: Of what is sent, without discounts for cached prompts or batches.
        completion: Of what is generated.
        date: The day the price was read.
    """

    prompt: float
    completion: float
    date: str


PRICES = {
    ("openai", "gpt-4.1"): Price(2.00, 8.00, "2026-11-21"),
    ("openai", "gpt-4.1-mini"): Price(0.40, 1.60, "2026-11-21"),
    ("openai", "gpt-4.1-nano"): Price(0.10, 0.40, "2026-11-21"),
    ("openai", "gpt-4o"): Price(2.50, 10.00, "2026-11-21"),
    ("openai", "gpt-4o-mini"): Price(0.15, 0.60, "2026-11-21"),
    ("openai", "gpt-4-turbo"): Price(10.00, 30.00, "2026-11-21"),
    ("openai", "gpt-3.5-turbo"): Price(0.50, 1.50, "2026-11-21"),
    ("deepseek", "deepseek-v4-flash"): Price(0.14, 0.28, "2026-07-03"),
    ("deepseek", "deepseek-v4-pro"): Price(0.435, 0.87, "2026-07-03"),
}


def known_price(provider: str, model: str) -> Price | None:
    """Returns the price of a model by name, also where the name ends in a date; None where none is known.

    >>> known_price("openai", "gpt-4o-mini-2024-07-18").prompt
    0.15
    >>> known_price("openai", "gpt-4o-audio-preview") is None
    True
    """
    name, _, dated = model.partition("-20")
    is_dated = dated.replace("-", "").isdigit()
    return PRICES.get((provider, model)) or (PRICES.get((provider, name)) if is_dated else None)


def cost(price: Price | None, prompt_tokens: int, completion_tokens: int) -> float | None:
    """Returns US dollars, None where no price is known.

    >>> round(cost(Price(2.5, 10, "2026-11-21"), 1_000_000, 1000), 6)
    2.51
    """
    if price is None:
        return None
    return (prompt_tokens * price.prompt + completion_tokens * price.completion) / 1e6
