"""$threadIdx, $blockIdx, $blockDim, $gridDim: of the thread in focus; void elsewhere."""

import struct

import gdb

NAMES = ("threadIdx", "blockIdx", "blockDim", "gridDim")


def _structure():
    """A type with x, y and z; without a kernel's debug information a vector."""
    for name in "uint3", "lw_dim3", "dim3":
        try:
            return gdb.lookup_type(name)
        except gdb.error:
            pass
    return gdb.lookup_type("unsigned int").vector(2)


def set_for(thread):
    """Sets the variables for a thread, or for none."""
    if not thread:
        for name in NAMES:
            gdb.set_convenience_variable(name, None)
        return
    place, structure = thread.block.place, _structure()
    values = thread.index, thread.block.index, thread.block.dim, place.three("grid_dim")
    for name, value in zip(NAMES, values):
        content = struct.pack("=3I", *value).ljust(structure.sizeof, b"\0")
        gdb.set_convenience_variable(name, gdb.Value(content, structure))
