"""The thread that the user looks at: the one that an OS thread runs, one chosen by `lanewise thread`, or one that faulted."""

import gdb

from .machine import dim3, faulted_thread, running_thread
from .table import table
from .unwinder import can_show, suspended

MOST_FRAMES = 100
HEADERS = "/backends/cpu/language/"
_chosen = None  # a suspended thread; until the program goes on


def thread():
    """The thread in focus; None if gdb's OS thread runs no thread of a block, and none has faulted."""
    if _chosen and gdb.selected_thread() and gdb.selected_thread().num == suspended.os_thread:
        return _chosen
    return running_thread() or faulted_thread()  # a debugger that attaches may look at another OS thread


def chosen():
    """The suspended thread in focus; None if a running one is."""
    return _chosen if suspended.context else None


def clear(*_):
    """The program goes on or has ended: the focus is on running threads again."""
    global _chosen
    _chosen = None
    suspended.hide()


def _is_kernels(frame, block):
    """Whether it is a frame of the kernel's file: not the emulator's, nor an inlined barrier."""
    if not block.contains(frame.pc()):
        return False
    symtab = frame.find_sal().symtab
    return not (symtab and HEADERS in symtab.fullname())


def kernel_frame(block):
    """The innermost frame in the kernel's code; None if there is none."""
    frame = gdb.newest_frame()
    if suspended.context:  # frame 0 and what is inlined in it are the running thread's
        while frame and suspended.is_innermost(frame):
            frame = frame.older()
    for _ in range(MOST_FRAMES):
        if not frame or _is_kernels(frame, block):
            return frame
        frame = frame.older()
    return None


def select(wanted):
    """Puts a thread in focus, and selects its frame in the kernel."""
    global _chosen
    block = wanted.block
    if not wanted.is_running() and wanted.has_ended():
        raise gdb.GdbError(f"{wanted}: the thread has ended")
    if not wanted.is_running() and not wanted.context():
        raise gdb.GdbError(f"{wanted}: the thread has not begun, so it has no stack")
    clear()
    block.os_thread().switch()
    if wanted.has_faulted():
        if not wanted.fault_registers() or not can_show(gdb.newest_frame().architecture().name()):
            raise gdb.GdbError(f"{wanted}: the thread has ended the launch, and its registers were not kept")
        suspended.show(*wanted.fault_registers())
        _chosen = wanted
    elif not wanted.is_running():
        if table()["ucontext"] or not can_show(gdb.newest_frame().architecture().name()):
            raise gdb.GdbError("on this processor gdb shows only the running thread, not suspended ones")
        suspended.show(wanted.context())
        _chosen = wanted
    frame = kernel_frame(block)
    if frame:
        frame.select()


def describe(wanted):
    """The line that tells the focus."""
    return (f"kernel {wanted.block.grid.kernel.name}, block {dim3(wanted.block.index)}, thread {dim3(wanted.index)}, "
            f"warp {wanted.rank // 32} lane {wanted.rank % 32}")
