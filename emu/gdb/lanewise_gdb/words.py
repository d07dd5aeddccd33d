"""Reading the arguments of commands: "thread (5,0,0) block (2,0,0)"."""

import re

import gdb

from . import focus
from .machine import blocks, dim3
from .table import table

_NUMBERS = r"\(?\s*(\d+(?:\s*,\s*\d+){0,2})\s*\)?"
_PLACE = re.compile(r"\s*\b(thread|block)\s+" + _NUMBERS)


def places(text):
    """Takes "thread (x,y,z)" and "block (x,y,z)" out of the text. Returns the two, or None for each that is missing, and the
    rest of the text."""
    found = {}

    def take(match):
        numbers = [int(number) for number in match[2].split(",")]
        if match[1] in found:
            raise gdb.GdbError(f"two times {match[1]} in \"{text.strip()}\"")
        found[match[1]] = tuple(numbers + [0] * (3 - len(numbers)))
        return ""

    rest = _PLACE.sub(take, text).strip()
    return found.get("thread"), found.get("block"), rest


def rank_in(block, index):
    """The linear id of the thread with this index."""
    if any(number >= limit for number, limit in zip(index, block.dim)):
        raise gdb.GdbError(f"thread {dim3(index)} is out of range: the block has {dim3(block.dim)} threads")
    return index[0] + block.dim[0] * (index[1] + block.dim[1] * index[2])


def _nothing_runs():
    cuda = any("libcuda.so" in (objfile.filename or "") for objfile in gdb.objfiles())
    return gdb.GdbError("no grid runs on the CPU device" +
                        ("; the program has loaded CUDA: kernels on a GPU are cuda-gdb's" if cuda else ""))


def resident_blocks():
    """The blocks that run; an error if there are none."""
    table()
    found = blocks()
    if not found:
        raise _nothing_runs()
    return found


def _needs_fibers(block):
    if block.grid.fused:
        raise gdb.GdbError(f"the grid of kernel {block.grid.kernel.name} is fused: its threads are iterations of loops and "
                           f"have no stacks. Run the program with LANEWISE_ENGINE=fiber, or by lanewise run --debug")
    return block


def find_block(index=None):
    """The resident block of fibers with this index; of the focus, else the first, if none is given."""
    found = resident_blocks()
    if index is None:
        here = focus.thread()
        return here.block if here else _needs_fibers(found[0])
    grid = found[0].place.three("grid_dim")
    for block in found:
        if block.index == index:
            return _needs_fibers(block)
    if any(number >= limit for number, limit in zip(index, grid)):
        raise gdb.GdbError(f"block {dim3(index)} is out of range: the grid has {dim3(grid)} blocks")
    resident = ", ".join(dim3(block.index) for block in found[:8]) + (", ..." if len(found) > 8 else "")
    raise gdb.GdbError(f"block {dim3(index)} does not run now: it has not begun, or it has ended. Running: {resident}")


def no_more(rest):
    """An error if words are left."""
    if rest and rest.strip():
        raise gdb.GdbError(f"\"{rest.strip()}\" is not understood: write thread (X,Y,Z), block (X,Y,Z)")
