"""What a disk or a program may do to a file."""

from pathlib import Path


def flip_a_bit(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


def flip_a_bit_of(path: Path) -> None:
    """Changes a bit in the middle of a file."""
    content = path.read_bytes()
    path.write_bytes(flip_a_bit(content, len(content) // 2))
