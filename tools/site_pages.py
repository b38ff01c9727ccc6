"""Writes the pages of the site: `python -m tools.site_pages FOLDER`. `make docs` then builds the site with Zensical.

The pages are the repository's documents in the same folders, so links work in both. A link to a notebook leads to the
page that `tools.site_notebooks` writes. `llms.txt` lists the pages for language models (llmstxt.org), and
`llms-full.txt` has all their text.
"""

import re
import shutil
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_FILES = ("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md")
_FOLDERS = ("assets", "docs")
# A line of the navigation in mkdocs.yml: a section, or a page with its document ("  - Settings: docs/settings.md").
_ENTRY = re.compile(r"^ +- (.+?):(?: (\S+)\.md)?$", re.MULTILINE)


def write(target: Path) -> None:
    """Writes the pages into a folder, replacing former ones."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in _FILES:
        shutil.copyfile(_ROOT / name, target / name)
    for name in _FOLDERS:
        shutil.copytree(_ROOT / name, target / name)
    for page in target.rglob("*.md"):
        page.write_text(page.read_text(encoding="utf-8").replace(".ipynb)", ".md)"), encoding="utf-8")
    _write_for_language_models(target)


def _write_for_language_models(target: Path) -> None:
    site = (_ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    entries = _ENTRY.findall(site[site.index("nav:") : site.index("plugins:")])
    name, description = re.findall(r'^site_(?:name|description): "?(.+?)"?$', site, re.MULTILINE)
    links = [
        f"- [{title}]({path.replace('README', 'index')}.html)\n" if path else f"\n## {title}\n\n"
        for title, path in entries
    ]
    (target / "llms.txt").write_text(f"# {name}\n\n> {description}\n\n" + "".join(links), "utf-8")
    # The notebooks have no page yet.
    documents = [target / f"{path}.md" for _, path in entries if path and (target / f"{path}.md").exists()]
    (target / "llms-full.txt").write_text("\n".join(each.read_text(encoding="utf-8") for each in documents), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
