"""Files and folders are there whole or not at all."""

import os
import threading
from pathlib import Path

import pytest

from smile.disk.atomic_writes import check_writable_on_disk, new_file_in_place
from smile.errors import UsageError


def test_linked_file_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    with new_file_in_place(link) as temporary:
        temporary.write_text("new")
        assert target.read_text() == "old"
    assert (link.is_symlink(), target.stat().st_mode & 0o777) == (True, 0o640)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"link.txt": "new", "target.txt": "new"}


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"a cannot be written, as there is no folder .*nowhere: create it first$"):
        check_writable_on_disk(tmp_path / "nowhere" / "a")
    with pytest.raises(UsageError, match=r"cannot be written \(File name too long\): name another file$"):
        check_writable_on_disk(tmp_path / ("a" * 300))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
@pytest.mark.parametrize("is_folder", [True, False])
def test_write_protection(is_folder: bool, tmp_path: Path) -> None:
    path = tmp_path / "items.csv"
    path.touch()
    (tmp_path if is_folder else path).chmod(0o555)
    with pytest.raises(UsageError, match=r"is write-protected: name another file$"):
        check_writable_on_disk(path)
    tmp_path.chmod(0o755)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_named_pipe_gets_the_content(tmp_path: Path) -> None:
    pipe, found = tmp_path / "pipe.txt", list[str]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()
    with new_file_in_place(pipe) as temporary:
        temporary.write_text("new")
    reader.join(timeout=60)
    assert (found, pipe.is_fifo(), [each.name for each in tmp_path.iterdir()]) == (["new"], True, ["pipe.txt"])
