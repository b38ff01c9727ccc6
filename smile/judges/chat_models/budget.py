"""Counts the requests and tokens of a run, and stops before a request that could exceed its limits."""

import math
import threading

from .chat import ChatRequest
from .providers import Price

# English has about four characters to a token. Other scripts have about one token to three bytes of UTF-8, which is
# one character in Chinese, Japanese and Korean.
_CHARACTERS_OF_TOKEN, _BYTES_OF_TOKEN = 4, 3

Tokens = tuple[int, int]


def cost_in_dollars(tokens: Tokens, price: Price | None) -> float | None:
    """Returns the cost of tokens sent and generated in US dollars; None if the price is unknown."""
    return None if price is None else (tokens[0] * price[0] + tokens[1] * price[1]) / 1e6


def expected_tokens(request: ChatRequest) -> Tokens:
    """Returns the estimated number of tokens to send, and the largest number to generate.

    >>> expected_tokens(ChatRequest("What is the capital?", 1)), expected_tokens(ChatRequest("法国的首都是哪里", 1))
    ((5, 1), (8, 1))
    """
    text = "".join(message["content"] for message in request.messages)
    n_ascii = len(text.encode("ascii", "ignore"))
    n_others = len(text.encode("utf-8", "surrogatepass")) - n_ascii
    return math.ceil(n_ascii / _CHARACTERS_OF_TOKEN + n_others / _BYTES_OF_TOKEN), request.max_tokens


class Budget:
    """The requests and tokens of one run, from several threads, and their limits.

    Before a request is sent, its expected cost is reserved. The server's usage then replaces the reservation. If the
    server charges more than expected, later reservations grow by the largest ratio seen. A request without usage, such
    as one that timed out, keeps its reservation.

    Attributes:
        n_requests: Number of requests sent, retries included.
        tokens: Tokens sent and generated, as the server reports them, those of unusable replies included.
    """

    def __init__(
        self, price: Price | None = None, *, most_requests: float = math.inf, most_dollars: float = math.inf
    ) -> None:
        self.n_requests = 0
        self.tokens: Tokens = (0, 0)
        self._price = price
        self._most_requests, self._most_dollars = most_requests, most_dollars
        self._spent = self._reserved = 0.0
        self._ratio = 1.0
        self._n_waiting = 0
        self._change = threading.Condition()

    def start(self, request: ChatRequest) -> bool:
        """Reserves the cost of a request; returns False if it must not be sent."""
        expected = self._expected(request)
        with self._change:
            # Requests that are waiting for a reply may turn out cheaper than expected.
            self._change.wait_for(lambda: self._allows(expected) or not self._n_waiting)
            if not self._allows(expected):
                return False
            self.n_requests += 1
            self._n_waiting += 1
            self._reserved += expected
            return True

    def end(self, request: ChatRequest, usage: Tokens | None) -> None:
        """Replaces a reservation by the tokens that the server reports; with None, the reservation stays."""
        expected = self._expected(request)
        with self._change:
            self._n_waiting -= 1
            self._reserved -= expected
            cost = expected * self._ratio
            if usage is not None:
                self.tokens = self.tokens[0] + usage[0], self.tokens[1] + usage[1]
                cost = cost_in_dollars(usage, self._price) or 0.0
                self._ratio = max(self._ratio, cost / expected if expected else 0.0)
            self._spent += cost
            self._change.notify_all()

    def _expected(self, request: ChatRequest) -> float:
        return cost_in_dollars(expected_tokens(request), self._price) or 0.0

    def _allows(self, expected: float) -> bool:
        cost = self._spent + (self._reserved + expected) * self._ratio
        # The sum of a plan's costs may be rounded up.
        return self.n_requests < self._most_requests and cost <= self._most_dollars * (1 + 1e-9)
