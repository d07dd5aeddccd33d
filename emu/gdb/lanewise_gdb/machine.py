"""Grids, blocks and threads that are on the CPU device now, read from the workers (emu/machine/machine.h)."""

import gdb

from . import memory
from .table import table

WARP = 32


class Record:
    """A structure in the inferior: its kind in the table, and its address."""

    def __init__(self, kind, address):
        self.kind, self.address = kind, address

    def at(self, member):
        """The address of a member."""
        return self.address + table()[f"{self.kind}.{member}"]

    def pointer(self, member):
        """A member that is a pointer."""
        return memory.pointer(self.at(member))

    def unsigned(self, member):
        """A member of 4 bytes."""
        return memory.unsigned(self.at(member))

    def text(self, member):
        """A member that is a string."""
        return memory.text(self.at(member))

    def __eq__(self, other):
        return isinstance(other, Record) and self.address == other.address

    def __hash__(self):
        return hash(self.address)


class Kernel(Record):
    """The descriptor of a kernel."""

    def __init__(self, address):
        super().__init__("kernel", address)
        self.name, self.file, self.line = self.text("name"), self.text("file"), self.unsigned("line")


class Grid(Record):
    """A launch whose blocks run."""

    def __init__(self, address):
        super().__init__("grid", address)
        self.kernel = Kernel(self.pointer("kernel"))
        self.blocks = memory.pointer(self.at("blocks"))
        self.fused = self.pointer("fused") != 0


class Place(Record):
    """A worker's emu_place: indices and shapes."""

    def __init__(self, address):
        super().__init__("place", address)

    def three(self, member):
        """blockIdx, blockDim or gridDim."""
        return memory.unsigneds(self.at(member), 3)


class Block(Record):
    """A block that is resident: the worker that runs it, and the leader of its gang, which has the OS thread."""

    def __init__(self, address, leader, place):
        super().__init__("worker", address)
        self.leader, self.place = leader, place
        self.grid = Grid(self.pointer("grid"))
        self.index, self.dim = place.three("block"), place.three("block_dim")
        self.size = self.unsigned("threads")
        self.text_range = self.pointer("text"), self.pointer("text_end")
        self.checked = memory.read(self.at("options.checked"), 1) != b"\0"

    @property
    def engine(self):
        """The engine's name."""
        return "fused" if self.grid.fused else "checked" if self.checked else "fiber"

    def os_thread(self):
        """gdb's thread that runs the gang."""
        number = self.leader.unsigned("thread_id")
        for thread in gdb.selected_inferior().threads():
            if thread.ptid[1] == number:
                return thread
        raise gdb.GdbError(f"gdb does not see the OS thread {number}, which runs block {dim3(self.index)}")

    def thread(self, rank):
        """The thread with this linear id."""
        return Thread(self, rank)

    def threads(self):
        """All threads, by linear id."""
        return [Thread(self, rank) for rank in range(self.size)]

    def bits(self, member):
        """A mask of threads by warp."""
        at = self.at(member) + (4 if member == "runnable" else 0)  # a guard entry comes first
        return memory.unsigneds(at, (self.size + WARP - 1) // WARP)

    def contains(self, text_address):
        """Whether the address is in the kernel's code."""
        return self.text_range[0] <= text_address < self.text_range[1]


class Thread(Record):
    """A thread of a resident block of fibers."""

    def __init__(self, block, rank):
        super().__init__("thread", block.at("thread") + rank * table()["sizeof thread"])
        self.block, self.rank = block, rank
        x, y, _ = block.dim
        self.index = rank % x, rank // x % y, rank // (x * y)

    def __str__(self):
        return f"thread {dim3(self.index)}, block {dim3(self.block.index)}"

    def bit(self, member):
        """This thread's bit of a mask."""
        return self.block.bits(member)[self.rank // WARP] >> self.rank % WARP & 1

    def is_running(self):
        """Whether it is the thread on the CPU."""
        place = Place(self.block.leader.pointer("place"))
        return place.pointer("thread") == self.at("at")

    def has_faulted(self):
        """Whether it has ended the launch: then it is on no CPU."""
        return self.is_running() and has_faulted(self.block.leader)

    def fault_registers(self):
        """The address of the registers that it had at a signal, and its stack pointer; None if they were not kept."""
        registers = self.block.at("fault_record.registers")
        return (registers, self.block.pointer("fault_record.sp")) if memory.pointer(registers + 48) else None

    def context(self):
        """The address of its saved registers; 0: none are saved."""
        return self.pointer("context")

    def has_ended(self):
        """Whether it has returned from the kernel."""
        return not self.bit("alive")

    def is_waiting(self):
        """Whether it waits for other threads."""
        return not self.bit("runnable")


def has_faulted(leader):
    """Whether a thread has ended the launch, and its report is not made yet: the stacks are still as they were."""
    return memory.read(leader.at("abandoned"), 1) != b"\0" and any(
        worker.unsigned("fault_record.status") != 0 for worker in _gang(leader))


def _gang(leader):
    """The workers of the leader's gang."""
    member, size = leader.pointer("own.member"), leader.unsigned("own.size")
    return [Record("worker", memory.pointer(member + 8 * number)) for number in range(size)]


def leaders():
    """The workers that run blocks."""
    found = []
    at = memory.pointer(table()["workers"])
    while at:
        worker = Record("worker", at)
        if worker.unsigned("busy") or has_faulted(worker):
            found.append(worker)
        at = worker.pointer("next")
    return found


def _holds(worker, thread):
    first = worker.at("thread")
    return first <= thread < first + 1024 * table()["sizeof thread"]


def _members(leader):
    """The resident blocks of the gang. The running one's place is the OS thread's."""
    running = Place(leader.pointer("place"))
    for worker in _gang(leader):
        if _holds(worker, running.pointer("thread")):
            yield Block(worker.address, leader, running)
        elif worker.unsigned("live"):
            yield Block(worker.address, leader, Place(worker.at("here")))


def blocks():
    """All resident blocks, by kernel and index."""
    found = [block for leader in leaders() for block in _members(leader)]
    return sorted(found, key=lambda block: (block.grid.address, block.index[::-1]))


def _thread_of(leader):
    """The thread that the leader's OS thread runs; None if it runs no thread of a block of fibers."""
    at = Place(leader.pointer("place")).pointer("thread")
    for block in _members(leader):
        if _holds(block, at) and not block.grid.fused:
            return block.thread((at - block.at("thread")) // table()["sizeof thread"])
    return None


def running_thread(os_thread=None):
    """The thread that gdb's OS thread runs; None if it runs no thread of a block of fibers."""
    os_thread = os_thread or gdb.selected_thread()
    if not os_thread or not os_thread.is_valid():
        return None
    for leader in leaders():
        if leader.unsigned("thread_id") == os_thread.ptid[1]:
            return _thread_of(leader)
    return None


def faulted_thread():
    """The thread that has ended its launch; None if there is none."""
    threads = (_thread_of(leader) for leader in leaders() if has_faulted(leader))
    return next((thread for thread in threads if thread), None)


def dim3(numbers):
    """(5, 0, 0) as "(5,0,0)"."""
    return "(" + ",".join(str(number) for number in numbers) + ")"
