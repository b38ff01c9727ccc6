"""SMILE as a reward in verifiers itself; `make test-integrations TOOLS=verifiers` runs this where it is installed."""

import asyncio
from types import ModuleType

import pytest

pytest.importorskip("verifiers")

import verifiers
import verifiers.v1 as vf
from verifiers.v1.configs.agent import AgentConfig
from verifiers.v1.graph import MessageNode
from verifiers.v1.trace import AgentInfo, TraceTask

from smile.integrations.rewards import SmileReward
from tests.docs.test_readme import NEEDS_TRAINERS, TEXTS, blocks

[_, TASK] = blocks(TEXTS[NEEDS_TRAINERS], "text")
QUESTION = "What is the capital of Norway?"
ANSWERS = {"<think>Rome?</think> <answer>Oslo</answer>": 1.0, "Rome": 0.0, "<think>Oslo": 0.0}
READ = [("Oslo", "thinking left out, answer tag", ""), ("Rome", "", ""), ("", "thinking left out", "unfinished")]


def test_a_task_scores_its_traces() -> None:
    names = vars(ModuleType("example")) | {"reward": SmileReward("fast", binary=True)}
    exec(TASK, names)  # noqa: S102
    task = names["Question"](names["QuestionData"](prompt=QUESTION, answer="Oslo"))
    traces = [
        vf.Trace(
            task=TraceTask(type="Question", data=task.data),
            agent=AgentInfo(config=AgentConfig()),
            nodes=[MessageNode(message=vf.AssistantMessage(content=answer), sampled=True)],
        )
        for answer in ANSWERS
    ]

    async def score() -> None:
        await asyncio.gather(*map(task.score, traces))

    asyncio.run(score())
    assert [trace.rewards["smile"].score for trace in traces] == list(ANSWERS.values())
    logged = [trace.to_record()["info"]["smile"] for trace in traces]
    assert [(item["answer"], item["marker"], item["not_attempted"]) for item in logged] == READ


@pytest.mark.skipif(not hasattr(verifiers, "Rubric"), reason="rubrics are gone since verifiers 0.4; 0.3.1 has them")
def test_a_rubric_scores_its_states() -> None:
    rubric = verifiers.Rubric(funcs=[SmileReward("fast", binary=True).verifiers])
    states = [
        verifiers.State(
            prompt=[verifiers.UserMessage(content=QUESTION)],
            completion=[verifiers.AssistantMessage(content=answer)],
            answer="Oslo",
            trajectory=[],
        )
        for answer in ANSWERS
    ]
    asyncio.run(rubric.score_group(states))
    assert [state["reward"] for state in states] == list(ANSWERS.values())
    logged = [state["smile"] for state in states]
    assert [(item["answer"], item["marker"], item["not_attempted"]) for item in logged] == READ
