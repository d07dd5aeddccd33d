"""LW_SHARED variables: a block's list of them, and how gdb prints a pointer to one."""

import gdb

from . import focus
from .machine import Record
from .table import find, table

ENGINES = {"fiber": 0, "fused": 1, "checked": 2}


class SharedVariable:
    """One LW_SHARED variable of a block."""

    def __init__(self, record, block):
        self.name, self.function, self.file = record.text("name"), record.text("function"), record.text("file")
        self.size, self.line = record.pointer("size"), record.unsigned("line")
        self.address = block.place.pointer("shared") + record.pointer("offset")


def _is_of(record, block):
    """Whether the kernel can use the variable, and this copy of the kernel does."""
    if record.unsigned("engine") != ENGINES[block.engine] or record.pointer("module") != block.grid.kernel.pointer("module"):
        return False
    lines = record.text("function").split("\n")  # a device function's name, or each kernel's on a line
    if record.unsigned("kernel_line") == 0 and len(lines) == 1:
        return True
    return block.grid.kernel.name + "__body" in lines


def variables(block):
    """The block's LW_SHARED variables, by address."""
    module = Record("module", block.grid.kernel.pointer("module"))
    if not module.address:
        return []
    first, end = module.pointer("shared"), module.pointer("shared_end")
    records = [Record("shared", at) for at in range(first, end, table()["sizeof shared"])]
    found = [SharedVariable(record, block) for record in records if _is_of(record, block)]
    found = [variable for variable in found if variable.size]  # a record of size 0 only aligns dynamic shared memory
    return sorted(found, key=lambda variable: variable.address)


def variable_at(address, size):
    """The variable of the block in focus that begins at the address and consists of elements of this size; else None."""
    here = focus.thread()
    if not here:
        return None
    begin = here.block.place.pointer("shared")
    if not begin <= address < begin + here.block.pointer("shared_size"):
        return None
    for variable in variables(here.block):
        if variable.address == address and size and variable.size % size == 0:
            return variable
    return None


class SharedPrinter:
    """Prints a pointer to an LW_SHARED variable as the array."""

    def __init__(self, value, variable):
        self.value, self.variable = value, variable

    def to_string(self):
        """The pointer, the variable's size, and its elements."""
        kind = self.value.type.strip_typedefs().target()
        count = self.variable.size // kind.sizeof
        whole = self.value.cast(kind.array(count - 1).pointer()).dereference()
        return (f"{int(self.value):#x} (__shared__ {self.variable.name}, {self.variable.size} bytes) "
                f"{whole.format_string(raw=True)}")


def printer(value):
    """gdb asks it how to print a value."""
    kind = value.type.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_PTR or kind.target().strip_typedefs().code in (gdb.TYPE_CODE_VOID, gdb.TYPE_CODE_FUNC):
        return None
    try:
        if value.is_optimized_out or not find():
            return None
        variable = variable_at(int(value), kind.target().sizeof)
    except gdb.error:
        return None
    return SharedPrinter(value, variable) if variable else None


def register():
    """Adds the printer to all that gdb prints."""
    printer.__name__ = "lanewise-shared"
    gdb.pretty_printers.append(printer)
