"""Reading the inferior's memory: numbers, pointers, text."""

import struct

import gdb


def read(address, size):
    """Returns `size` bytes of the inferior; gdb.MemoryError if there are none."""
    return bytes(gdb.selected_inferior().read_memory(address, size))


def unsigned(address, size=4):
    """Returns the unsigned number of 4 or 8 bytes at the address."""
    return struct.unpack("=I" if size == 4 else "=Q", read(address, size))[0]


def pointer(address):
    """Returns the pointer at the address as a number."""
    return unsigned(address, 8)


def unsigneds(address, count):
    """Returns a tuple of 4-byte numbers."""
    return struct.unpack(f"={count}I", read(address, 4 * count))


def text(address):
    """Returns the C string that the pointer at the address points to; None for a null pointer."""
    at = pointer(address)
    characters = b""
    while at and b"\0" not in characters:
        size = 64 - at % 64  # never reads past the end of a page
        characters += read(at, size)
        at += size
    return characters.split(b"\0")[0].decode(errors="replace") if at else None
