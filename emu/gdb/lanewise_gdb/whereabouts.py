"""Where a thread is: running, waiting at a barrier, ready, not begun, ended."""

import os

import gdb

from . import focus
from .machine import Record


def _place(symtab_and_line):
    if not symtab_and_line or not symtab_and_line.symtab:
        return ""
    return f"{os.path.basename(symtab_and_line.symtab.filename)}:{symtab_and_line.line}"


def _frame_place(thread):
    """The kernel's line in which a thread is, by its stack."""
    focus.select(thread)
    frame = focus.kernel_frame(thread.block)
    return _place(frame.find_sal()) if frame else ""


def _wait(thread):
    site = Record("site", thread.pointer("site"))
    if not site.address:
        return "waiting", ""
    mask = thread.unsigned("mask")
    what = f"waiting in {site.text('what')}" + (f", mask 0x{mask:08x}" if mask else "")
    return what, f"{os.path.basename(site.text('file'))}:{site.unsigned('line')}"


def state(thread):
    """Returns what the thread does, and the place in the source. May change the focus (see restoring_focus)."""
    if thread.has_faulted():
        return "faulted", _frame_place(thread) if thread.fault_registers() else ""
    if thread.is_running():
        return "running", _frame_place(thread)
    if thread.has_ended():
        return "ended", ""
    if not thread.context():
        return "not begun", ""
    if thread.is_waiting():
        return _wait(thread)
    return "ready", _frame_place(thread)


class restoring_focus:
    """A context in which the focus may change; afterwards it is where it was."""

    def __enter__(self):
        self.os_thread, self.chosen = gdb.selected_thread(), focus.chosen()
        self.frame = gdb.selected_frame().level() if self.os_thread else 0

    def __exit__(self, *_):
        focus.clear()
        if not self.os_thread:
            return
        self.os_thread.switch()
        if self.chosen:
            focus.select(self.chosen)
        gdb.execute(f"frame level {self.frame}", to_string=True)
