"""The library's table of offsets and addresses (emu/machine/debugger_table.c)."""

import gdb

from . import memory

VERSION = 1
_NOT_LOOKED = object()
_found = _NOT_LOOKED  # else the table, or None where there is none: gdb looks for a symbol for a tenth of a second


class Table:
    """A structure's members by name: table["worker.next"]."""

    def __init__(self, address):
        self.values = {}
        while name := memory.text(address):
            self.values[name] = memory.pointer(address + 8)
            address += 16

    def __getitem__(self, name):
        if name not in self.values:
            raise gdb.GdbError(f"liblanewise and lanewise-gdb.py are of different versions: the library has no {name}")
        return self.values[name]


def _look():
    try:
        address = int(gdb.parse_and_eval("(unsigned long)&emu_debugger_table"))
    except gdb.error:
        return None
    found = Table(address)
    if found["version"] != VERSION:
        raise gdb.GdbError(f"lanewise-gdb.py reads version {VERSION} of the library's table; this library has version "
                           f"{found['version']}. Use the script that was installed with it.")
    return found


def find():
    """Returns the table; None where the inferior has no liblanewise."""
    global _found
    if _found is _NOT_LOOKED:
        _found = _look()
    return _found


def table():
    """Returns the table, or raises an error that says why there is none."""
    if gdb.selected_inferior().pid == 0:
        raise gdb.GdbError("no program runs: type run, or open a core file")
    found = find()
    if not found:
        raise gdb.GdbError("the program has not loaded liblanewise")
    return found


def forget(*_):
    """Libraries come and go, or the inferior is another."""
    global _found
    _found = _NOT_LOOKED
