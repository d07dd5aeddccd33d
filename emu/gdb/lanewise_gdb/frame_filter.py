"""backtrace of a suspended thread: without the running thread's frame 0, which is only where gdb hangs the stack."""

import gdb

from . import focus
from .unwinder import suspended


class SuspendedFrames:
    """gdb's frame filter."""

    name, priority, enabled = "lanewise", 1000, True

    def filter(self, frames):
        """Returns the frames to print."""
        if not suspended.context or not focus.chosen() or gdb.selected_thread().num != suspended.os_thread:
            return frames
        return (frame for frame in frames if not suspended.is_innermost(frame.inferior_frame()))


def register():
    """Adds the filter to all backtraces."""
    gdb.frame_filters["lanewise"] = SuspendedFrames()
