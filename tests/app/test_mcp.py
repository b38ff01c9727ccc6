"""The app's tools as an agent finds and calls them."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

from tests.support.app_process import AppProcess

pytestmark = pytest.mark.real_encoder


def ask(app: AppProcess, question: Callable[[ClientSession], Coroutine[Any, Any, Any]]) -> Any:
    async def run() -> Any:
        async with (
            streamable_http_client(f"{app.url}/gradio_api/mcp/") as (read, write, _),
            ClientSession(read, write) as session,
        ):
            await session.initialize()
            return await question(session)

    return asyncio.run(run())


def test_tools_say_what_they_do(app_process: AppProcess) -> None:
    tools = {tool.name: tool for tool in ask(app_process, lambda session: session.list_tools()).tools}
    assert set(tools) == {"score_answers", "score_file"}
    for tool in tools.values():
        assert tool.description
        for name, schema in tool.inputSchema["properties"].items():
            assert str(schema.get("description")).endswith("."), (tool.name, name)  # whole, as gradio reads one line
        assert tool.inputSchema["properties"]["setting"]["enum"] == ["", "learned", "default", "fast"]
    assert tools["score_answers"].inputSchema["required"] == ["predictions", "references"]


def test_a_tool_scores(app_process: AppProcess) -> None:
    arguments = {"predictions": ["In Paris", "In Lyon"], "references": ["Paris"]}
    reply = ask(app_process, lambda session: session.call_tool("score_answers", arguments))
    assert not reply.isError
    assert "'correct': [True, False]" in reply.content[0].text


def test_a_tool_says_what_is_wrong(app_process: AppProcess) -> None:
    reply = ask(
        app_process, lambda session: session.call_tool("score_answers", {"predictions": ["a"], "references": []})
    )
    assert reply.isError
    assert "there is no correct answer" in reply.content[0].text
