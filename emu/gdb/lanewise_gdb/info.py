"""info lanewise grids, blocks, warps, threads, shared: cuda-gdb's `info cuda`."""

import gdb

from . import focus, words
from .machine import WARP, dim3
from .shared import variables
from .whereabouts import restoring_focus, state


def print_table(rows):
    """Prints rows under their headings, in columns. The first column marks the focus."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        gdb.write(" ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n")


def _mark(is_focus):
    return "*" if is_focus else " "


class Info(gdb.Command):
    """Grids, blocks, warps and threads on the CPU device."""

    def __init__(self):
        super().__init__("info lanewise", gdb.COMMAND_STATUS, prefix=True)

    def invoke(self, argument, from_tty):
        raise gdb.GdbError("info lanewise takes grids, blocks, warps, threads or shared" +
                           (f", not \"{argument}\"" if argument else ""))


class InfoGrids(gdb.Command):
    """The grids that run on the CPU device.
Usage: info lanewise grids"""

    def __init__(self):
        super().__init__("info lanewise grids", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        words.no_more(argument)
        here = focus.thread()
        rows = [("", "Kernel", "GridDim", "BlockDim", "Engine", "Resident", "Defined at")]
        resident = words.resident_blocks()
        for grid in dict.fromkeys(block.grid for block in resident):
            block = next(block for block in resident if block.grid == grid)
            count = sum(other.grid == grid for other in resident)
            rows.append((_mark(here and here.block.grid == grid), grid.kernel.name, dim3(block.place.three("grid_dim")),
                         dim3(block.dim), block.engine, f"{count} of {grid.blocks} blocks",
                         f"{grid.kernel.file}:{grid.kernel.line}"))
        print_table(rows)


class InfoBlocks(gdb.Command):
    """The blocks that are resident: they have begun and not ended.
Usage: info lanewise blocks"""

    def __init__(self):
        super().__init__("info lanewise blocks", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        words.no_more(argument)
        here = focus.thread()
        rows = [("", "BlockIdx", "Kernel", "Live threads", "Runs thread", "gdb's thread")]
        for block in words.resident_blocks():
            running = focus.running_thread(block.os_thread())
            runs = running and running.block == block
            live = f"all {block.size}" if block.grid.fused else f"{block.unsigned('live')} of {block.size}"
            rows.append((_mark(here and here.block == block), dim3(block.index), block.grid.kernel.name, live,
                         dim3(running.index) if runs else "fused" if block.grid.fused else "-",
                         str(block.os_thread().num)))
        print_table(rows)


class InfoWarps(gdb.Command):
    """The warps of a block: masks of lanes that have not ended, and that could run now.
Usage: info lanewise warps [block (X,Y,Z)]"""

    def __init__(self):
        super().__init__("info lanewise warps", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        _, index, rest = words.places(argument)
        words.no_more(rest)
        block, here = words.find_block(index), focus.thread()
        rows = [("", "Warp", "Live lanes", "Ready lanes", "First live ThreadIdx")]
        alive, runnable = block.bits("alive"), block.bits("runnable")
        for warp, (lanes, ready) in enumerate(zip(alive, runnable)):
            first = warp * WARP + (lanes & -lanes).bit_length() - 1
            rows.append((_mark(here and here.block == block and here.rank // WARP == warp), str(warp), f"0x{lanes:08x}",
                         f"0x{ready:08x}", dim3(block.thread(first).index) if lanes else "-"))
        print_table(rows)


class InfoThreads(gdb.Command):
    """Where the threads of a block are: a line for neighbours that do the same at the same place.
Usage: info lanewise threads [block (X,Y,Z)]"""

    def __init__(self):
        super().__init__("info lanewise threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        _, index, rest = words.places(argument)
        words.no_more(rest)
        block, here = words.find_block(index), focus.thread()
        with restoring_focus():
            states = [state(thread) for thread in block.threads()]
        rows = [("", "ThreadIdx", "To ThreadIdx", "Count", "State", "Where")]
        first = 0
        while first < block.size:
            last = first
            while last + 1 < block.size and states[last + 1] == states[first]:
                last += 1
            is_here = here and here.block == block and first <= here.rank <= last
            rows.append((_mark(is_here), dim3(block.thread(first).index), dim3(block.thread(last).index),
                         str(last - first + 1), *states[first]))
            first = last + 1
        gdb.write(f"Block {dim3(block.index)} of kernel {block.grid.kernel.name}\n")
        print_table(rows)


class InfoShared(gdb.Command):
    """The LW_SHARED variables of a block.
Usage: info lanewise shared [block (X,Y,Z)]"""

    def __init__(self):
        super().__init__("info lanewise shared", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        _, index, rest = words.places(argument)
        words.no_more(rest)
        rows = [("", "Name", "Bytes", "Address", "Declared at")]
        for variable in variables(words.find_block(index)):
            rows.append(("", variable.name, str(variable.size), hex(variable.address),
                         f"{variable.file}:{variable.line}, in {variable.function}"))
        print_table(rows)


def register():
    """Makes the commands."""
    for command in Info, InfoGrids, InfoBlocks, InfoWarps, InfoThreads, InfoShared:
        command()
