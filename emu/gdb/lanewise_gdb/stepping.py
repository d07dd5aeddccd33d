"""next, step, finish and the like stay in the thread in focus: hooks around gdb's own commands.

gdb itself stays in a running thread, because the breakpoints by which it steps over calls are for one frame.
"""

import gdb

from . import focus
from .breakpoint import matches
from .machine import running_thread

COMMANDS = ("step", "next", "stepi", "nexti", "finish", "until", "advance")
LINES = ("step", "next")  # of them, those that go to the next line
# What step does not enter: the emulator, and the headers that make threadIdx and the like.
SKIPPED = ("-rfu ^emu_", "-gfi */backends/cpu/language/*.h")
_stepping = None  # the thread that the command is for
_is_late = False  # the command has begun and not ended, and its hook has run


class Return(gdb.Breakpoint):
    """Stops where a thread is back in its frame in the kernel."""

    def __init__(self, thread, frame):
        self.index, self.block, self.sp = thread.index, thread.block.index, int(frame.read_register("sp"))
        self.is_reached = False
        super().__init__(f"*{frame.pc():#x}", internal=True)
        self.silent = True

    def stop(self):
        """gdb asks at each hit."""
        here = running_thread()
        at = gdb.newest_frame()
        while at.type() == gdb.INLINE_FRAME:
            at = at.older()
        self.is_reached = matches(here, self.index, self.block) and int(at.read_register("sp")) == self.sp
        return self.is_reached


def _run_until_back(thread):
    """Lets the program go on until the thread runs in its frame in the kernel; an error if something stops it earlier."""
    frame = focus.kernel_frame(thread.block)
    if not frame:
        raise gdb.GdbError(f"{thread}: the thread is not in the kernel")
    back = Return(thread, frame)
    try:
        said = gdb.execute("continue", to_string=True)
        if not back.is_reached:
            gdb.write(said)
            raise gdb.GdbError(f"{thread}: something else stopped the program before the thread ran again")
    finally:
        if back.is_valid():
            back.delete()


# These two commands are for the hooks alone. They are no subcommands of `lanewise`, whose help is for users.
class Before(gdb.Command):
    """A command that steps is about to run: makes the thread in focus the one that runs."""

    def __init__(self):
        super().__init__("_lanewise_before_step", gdb.COMMAND_MAINTENANCE)

    def invoke(self, argument, from_tty):
        global _stepping, _is_late
        wanted = focus.chosen()
        if wanted:
            line = focus.kernel_frame(wanted.block).find_sal().line
            _run_until_back(wanted)
            if argument in LINES and gdb.newest_frame().find_sal().line != line:
                gdb.execute("frame")
                raise gdb.GdbError(f"[{wanted} has left line {line}; {argument} goes on from here]")
        _stepping, _is_late = running_thread(), False


class After(gdb.Command):
    """A command that steps has run, in a script. At gdb's prompt it has only begun, and stopped() does what is left."""

    def __init__(self):
        super().__init__("_lanewise_after_step", gdb.COMMAND_MAINTENANCE)

    def invoke(self, argument, from_tty):
        global _is_late
        if gdb.selected_thread() and gdb.selected_thread().is_running():
            _is_late = True
        else:
            _leave_emulator()


def stopped():
    """The program has stopped."""
    global _is_late
    if _is_late:
        _is_late = False
        gdb.post_event(_leave_emulator)


def _leave_emulator():
    """A step must not end in the emulator."""
    global _stepping
    thread, _stepping = _stepping, None
    if not thread or not gdb.selected_thread() or running_thread() != thread:
        return
    if thread.block.contains(gdb.newest_frame().pc()):
        return
    if focus.kernel_frame(thread.block):
        _run_until_back(thread)
        gdb.execute("frame")
    else:
        gdb.write(f"[{thread} has returned from kernel {thread.block.grid.kernel.name}]\n")


def register():
    """Makes the hooks, where the user has none of his own, and the functions to skip."""
    Before()
    After()
    users = gdb.execute("show user", to_string=True)
    for command in COMMANDS:
        for hook, when in (f"hook-{command}", "before"), (f"hookpost-{command}", "after"):
            if f'"{hook}"' not in users:
                gdb.execute(f"define {hook}\n_lanewise_{when}_step {command}\nend")
    for what in SKIPPED:
        gdb.execute(f"skip {what}", to_string=True)
