"""The app's scorers with the tests' small encoders behind them."""

from smile.app.engine import Engine
from smile.app.limits import Limits
from tests.support.tiny_encoder import TinyEncoder, TinyReader


def tiny_engine(
    limits: Limits | None = None, encoder: TinyEncoder | None = None, reader: TinyReader | None = None
) -> Engine:
    """Returns an engine that has been started."""
    engine = Engine(limits or Limits(), lambda _: encoder or TinyEncoder(), lambda _: reader or TinyReader())
    engine.start()
    return engine
