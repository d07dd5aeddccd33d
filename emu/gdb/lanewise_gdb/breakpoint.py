"""lanewise break: a breakpoint that stops in one thread, block or both."""

import re

import gdb

from . import focus, variables, words
from .machine import blocks, dim3


def matches(thread, index, block):
    """Whether it is the thread with these indices; None for an index is any."""
    return bool(thread) and index in (None, thread.index) and block in (None, thread.block.index)


class ThreadBreakpoint(gdb.Breakpoint):
    """Stops where the running thread has the indices, and the condition holds."""

    def __init__(self, place, thread, block, condition):
        self.thread_index, self.block_index, self.when = thread, block, condition
        self.has_warned = False
        super().__init__(place)

    def _warn_if_fused(self):
        if not self.has_warned and any(block.grid.fused for block in blocks()):
            self.has_warned = True
            gdb.write(f"lanewise: breakpoint {self.number} is reached in a fused kernel, whose loops run no single thread: run "
                      f"the program with LANEWISE_ENGINE=fiber, or by lanewise run --debug\n", gdb.STDERR)

    def stop(self):
        """gdb asks at each hit."""
        thread = focus.running_thread()
        if not thread:
            self._warn_if_fused()
            return False
        if not matches(thread, self.thread_index, self.block_index):
            return False
        variables.set_for(thread)
        return not self.when or bool(gdb.parse_and_eval(self.when))


class LanewiseBreak(gdb.Command):
    """A breakpoint for one thread.
Usage: lanewise break LOCATION [thread (X,Y,Z)] [block (X,Y,Z)] [if CONDITION]
CONDITION may use $threadIdx, $blockIdx, $blockDim and $gridDim."""

    def __init__(self):
        super().__init__("lanewise break", gdb.COMMAND_BREAKPOINTS)

    def invoke(self, argument, from_tty):
        place, _, condition = re.sub(r"^if\b", " if", argument).partition(" if ")
        thread, block, place = words.places(place)
        if re.search(r"\s(thread|block)\b", " " + place):
            raise gdb.GdbError(f"\"{place}\" is not understood: write lanewise break LOCATION thread (X,Y,Z) block (X,Y,Z)")
        self._check(thread, block)
        found = ThreadBreakpoint(place, thread, block, condition.strip())
        which = [f"thread {dim3(thread)}"] if thread is not None else []
        which += [f"block {dim3(block)}"] if block is not None else []
        which += [f"if {condition.strip()}"] if condition.strip() else []
        gdb.write(f"Breakpoint {found.number} is for {', '.join(which) or 'every thread'}\n")

    @staticmethod
    def _check(thread, block):
        """An index that no block of 1024 threads has."""
        if thread is not None and (thread[0] >= 1024 or thread[1] >= 1024 or thread[2] >= 64):
            raise gdb.GdbError(f"thread {dim3(thread)} is out of range: a block has at most 1024x1024x64 threads, 1024 in all")
        if block is not None and (block[1] > 65535 or block[2] > 65535):
            raise gdb.GdbError(f"block {dim3(block)} is out of range: a grid has at most 65535 blocks in y and z")


def register():
    """Makes the command."""
    LanewiseBreak()
