"""What happens when the program stops, goes on and ends."""

import struct

import gdb

from . import focus, stepping, table, variables

_last = None  # the thread of the latest stop, as text


def _count_stop():
    """Tells the library that a debugger is there (emu_debugger_stops)."""
    found = table.find()
    if not found:
        return
    try:
        inferior = gdb.selected_inferior()
        stops = struct.unpack("=I", inferior.read_memory(found["stops"], 4))[0]
        inferior.write_memory(found["stops"], struct.pack("=I", (stops + 1) % 2**32 or 1))
    except gdb.error:
        pass  # a core file


def _on_stop(event):
    global _last
    focus.clear()
    _count_stop()
    try:
        here = focus.running_thread() if table.find() else None
    except gdb.error:
        here = None
    variables.set_for(here)
    text = focus.describe(here) if here else None
    if text and text != _last:
        gdb.write(f"[{text}]\n")
    _last = text
    stepping.stopped()


def _on_objfile(event):
    """The library tells time from now on as in a debugger, before the first stop."""
    if "liblanewise" in (event.new_objfile.filename or ""):
        _count_stop()


def _on_exit(event):
    global _last
    _last = None
    focus.clear()
    table.forget()
    variables.set_for(None)


def register():
    """Connects the events."""
    gdb.events.stop.connect(_on_stop)
    gdb.events.cont.connect(focus.clear)
    gdb.events.clear_objfiles.connect(table.forget)
    gdb.events.new_objfile.connect(table.forget)
    gdb.events.new_objfile.connect(_on_objfile)
    gdb.events.exited.connect(_on_exit)
