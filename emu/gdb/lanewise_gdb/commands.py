"""lanewise thread, lanewise block: the thread that the user looks at, as `cuda thread` and `cuda block` of cuda-gdb."""

import gdb

from . import focus, variables, words


def _switch(argument):
    thread, block, rest = words.places(argument)
    words.no_more(rest)
    if thread is None and block is None:
        here = focus.thread()
        if not here:
            words.find_block()
            raise gdb.GdbError("gdb's thread runs no thread of a block: choose one by lanewise thread (X,Y,Z) block (X,Y,Z)")
        gdb.write(f"[Focus: {focus.describe(here)}]\n")
        return
    found = words.find_block(block)
    wanted = found.thread(words.rank_in(found, thread or (0, 0, 0)))
    focus.select(wanted)
    variables.set_for(wanted)
    gdb.write(f"[Switching focus to {focus.describe(wanted)}]\n")
    gdb.execute("frame")


class Lanewise(gdb.Command):
    """Kernels on the CPU device: choosing a thread, breakpoints for a thread."""

    def __init__(self):
        super().__init__("lanewise", gdb.COMMAND_RUNNING, prefix=True)

    def invoke(self, argument, from_tty):
        raise gdb.GdbError("lanewise takes thread, block or break" + (f", not \"{argument}\"" if argument else ""))


class LanewiseThread(gdb.Command):
    """Chooses a thread of a block: backtrace, up, info locals and print are about it until the program goes on.
Usage: lanewise thread (X,Y,Z) [block (X,Y,Z)]
Numbers that are left out are 0. Without a block it is the block in focus; without numbers the command prints the focus."""

    def __init__(self):
        super().__init__("lanewise thread", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        _switch("thread " + argument if argument.strip() else "")


class LanewiseBlock(gdb.Command):
    """Chooses a block, and a thread of it: thread (0,0,0) if none is given.
Usage: lanewise block (X,Y,Z) [thread (X,Y,Z)]"""

    def __init__(self):
        super().__init__("lanewise block", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        _switch("block " + argument if argument.strip() else "")


def register():
    """Makes the commands."""
    for command in Lanewise, LanewiseThread, LanewiseBlock:
        command()
