"""The preview that other sites show of a link to the app: its title, a sentence and a picture, in place of gradio's."""

import html
from pathlib import Path
from typing import Any

import regex
from gradio.route_utils import get_root_url
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TITLE = "SMILE: is this answer right?"
_ABOUT = "Compares the meaning and the words of an answer with the right one, and says why it is right or not."

# Beside app.py, in the checkout and in a Space; an installed package comes without it.
_PICTURE = Path(__file__).parents[2] / "assets" / "app_try_it_desk_light.png"
_ADDRESS = "/preview.png"
_OF_GRADIO = regex.compile(rb'<meta\s+(?:property="og:|name="twitter:)[^>]*>\s*')


def with_preview() -> dict[str, Any]:
    """Returns the arguments of the served app that add the preview."""
    pictures = [Route(_ADDRESS, lambda request: FileResponse(_PICTURE))] if _PICTURE.is_file() else []
    return {"middleware": [Middleware(_LinkPreview)], "routes": pictures}


class _LinkPreview:
    """Writes the tags into the page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != "/":
            await self._app(scope, receive, send)
            return
        messages: list[Message] = []

        async def keep(message: Message) -> None:
            messages.append(message)

        await self._app(scope, receive, keep)
        start, *bodies = messages
        page = _OF_GRADIO.sub(b"", b"".join(message.get("body", b"") for message in bodies))
        page = page.replace(b"<head>", b"<head>" + _tags(Request(scope)).encode(), 1)
        headers = MutableHeaders(raw=start["headers"])
        headers["content-length"] = str(len(page))
        await send({**start, "headers": headers.raw})
        await send({"type": "http.response.body", "body": page})


def _tags(request: Request) -> str:
    address = get_root_url(request=request, route_path="/", root_path=None)
    tags = {"title": TITLE, "description": _ABOUT, "type": "website", "url": address}
    if _PICTURE.is_file():
        tags["image"] = address + _ADDRESS
    written = [f'<meta property="og:{name}" content="{html.escape(text)}">' for name, text in tags.items()]
    return "".join([*written, '<meta name="twitter:card" content="summary_large_image">'])
