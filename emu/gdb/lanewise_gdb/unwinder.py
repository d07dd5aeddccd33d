"""A suspended thread's stack, as gdb's frames: its first frame seems to be the caller of the OS thread's frame 0.

No register is written. So it works in a core file, too, and the program goes on as if nobody had looked.
"""

import gdb
import gdb.unwinder

from . import memory

# By architecture: the stack pointer, the registers that emu_fiber_switch() has saved, in their order in memory, and how
# many words it has pushed.
SAVED = {"i386:x86-64": ("rsp", ("r15", "r14", "r13", "r12", "rbx", "rbp", "rip"), 7)}


WORD = 8


def can_show(architecture):
    """Whether suspended threads of this architecture can be shown."""
    return architecture in SAVED


def saved_registers(architecture, context, sp):
    """A suspended thread's registers, by name. `sp`: None where the registers lie on its stack."""
    stack_pointer, names, words = SAVED[architecture]
    registers = {name: memory.pointer(context + WORD * word) for word, name in enumerate(names)}
    registers[stack_pointer] = sp or context + WORD * words
    if sp:  # gdb looks before a caller's address, where the call is; but this is the instruction itself
        registers[names[-1]] += 1
    return registers


class FrameId:
    """What identifies frame 0 to gdb. gdb ends a backtrace where a caller's stack is further in; so this says the innermost
    address of all, because a suspended thread's stack may lie anywhere."""

    def __init__(self, kind, pc):
        self.sp, self.pc = gdb.Value(WORD).cast(kind), pc


class SuspendedThread(gdb.unwinder.Unwinder):
    """While `context` is set: the caller of the OS thread's frame 0 is the suspended thread."""

    def __init__(self):
        super().__init__("lanewise suspended thread")
        self.context = self.sp = self.os_thread = self.innermost = None

    def show(self, context, sp=None):
        """Shows a thread's stack in gdb's selected OS thread."""
        self.hide()
        frame = gdb.newest_frame()
        stack_pointer = SAVED[frame.architecture().name()][0]
        self.context, self.sp, self.os_thread = context, sp, gdb.selected_thread().num
        self.innermost = int(frame.read_register(stack_pointer))
        gdb.invalidate_cached_frames()

    def hide(self):
        """Shows each OS thread's own stack."""
        if self.context:
            self.context = self.sp = self.os_thread = self.innermost = None
            gdb.invalidate_cached_frames()

    def is_innermost(self, frame):
        """Whether it is frame 0 of the OS thread, or inlined in it."""
        return int(frame.read_register("sp")) == self.innermost

    def __call__(self, frame):
        if not self.context or gdb.selected_thread().num != self.os_thread:
            return None
        architecture = frame.architecture().name()
        sp = frame.read_register(SAVED[architecture][0])
        if int(sp) != self.innermost:  # frame 0, or the function that it is inlined in
            return None
        found = frame.create_unwind_info(FrameId(sp.type, frame.read_register("pc")))
        number = gdb.lookup_type("unsigned long")
        for name, value in saved_registers(architecture, self.context, self.sp).items():
            found.add_saved_register(name, gdb.Value(value).cast(number).cast(frame.read_register(name).type))
        return found


suspended = SuspendedThread()
