from pathlib import Path

import gradio as gr
import pytest

from smile.app.limits import Limits
from smile.app.tabs import about
from smile.app.tabs.about import shown_page

CARD = """---
title: SMILE
---

# Card

![A picture
of it](assets/picture.png)

See [the settings](docs/settings.md#fast), [`docs/app.md`](docs/app.md), [below](#limits) and
[the paper](https://arxiv.org/abs/2511.17432).

```
files[0](docs/settings.md)
| no | table |
```

| a | b |
| --- | --- |
"""


def test_the_card_is_shown_whole_without_front_matter_and_pictures() -> None:
    shown = shown_page(CARD, "README.md", (), {})
    assert shown.startswith("# Card\n")
    assert "title: SMILE" not in shown
    assert "assets/picture.png" not in shown
    assert "```\nfiles[0](docs/settings.md)\n| no | table |\n```" in shown
    assert shown.count('class="smile-scroll"') == 1


def test_no_link_leads_nowhere() -> None:
    at_home = shown_page(CARD, "README.md", ["docs/settings.md"], {})
    assert "See [the settings](#docs/settings.md), `docs/app.md`, below and" in at_home
    assert "[the paper](https://arxiv.org/abs/2511.17432)" in at_home
    in_a_space = shown_page(CARD, "README.md", ["docs/settings.md"], {"SPACE_ID": "someone/smile"})
    assert "[the settings](#docs/settings.md)" in in_a_space
    assert "[`docs/app.md`](https://huggingface.co/spaces/someone/smile/blob/main/docs/app.md), below and" in in_a_space
    beside = shown_page("[card](../README.md), [app](app.md)", "docs/settings.md", ["README.md", "docs/app.md"], {})
    assert beside == "[card](#README.md), [app](#docs/app.md)"


def test_an_installed_package_says_where_the_card_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(about, "_ROOT", tmp_path)
    with gr.Blocks() as page:
        about.build(Limits())
    shown = [block.value for block in page.blocks.values() if isinstance(block, gr.Markdown)]
    assert "The metric card is README.md in the project's repository" in shown[0]
