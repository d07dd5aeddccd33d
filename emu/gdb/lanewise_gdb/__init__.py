"""gdb's commands for kernels on Lanewise's CPU device. lanewise-gdb.py loads this package."""

_started = False


def start():
    """Makes the commands, once."""
    global _started
    if _started:
        return
    _started = True
    from . import breakpoint, commands, frame_filter, info, session, shared, stepping, unwinder
    for module in commands, info, breakpoint, shared, frame_filter, stepping, session:
        module.register()
    import gdb
    gdb.unwinder.register_unwinder(None, unwinder.suspended, replace=True)
