"""The app's scorers with the tests' small encoders behind them."""

from smile.app.engine import Engine
from smile.app.limits import Limits
from tests.support.tiny_encoder import TinyEncoder, TinyHead


def tiny_engine(
    limits: Limits | None = None, encoder: TinyEncoder | None = None, head: TinyHead | None = None
) -> Engine:
    """Returns an engine that has been started."""
    engine = Engine(limits or Limits(), lambda _: encoder or TinyEncoder(), lambda _: head or TinyHead())
    engine.start()
    return engine
