/* The table by which emu/gdb reads the machine. Installed libraries have no debug information, so the table has the
 * offsets of the members that the debugger reads, by name. It is only data: a name that is missing is a message of the
 * debugger, and members may move.
 */
#include "debugger_table.h"

#include <stddef.h>

#include "machine.h"

atomic_uint emu_debugger_stops;

#ifdef EMU_FIBER_UCONTEXT
enum { SWITCHES_BY_UCONTEXT = 1 };
#else
enum { SWITCHES_BY_UCONTEXT = 0 };
#endif

#define SIZE(name, type) {"sizeof " name, sizeof(type)}
#define MEMBER(name, type, member) {name "." #member, offsetof(type, member)}
#define WORKER(member) MEMBER("worker", emu_worker, member)
#define THREAD(member) MEMBER("thread", emu_thread, member)
#define PLACE(member) MEMBER("place", emu_place, member)
#define GRID(member) MEMBER("grid", emu_grid, member)
#define SITE(member) MEMBER("site", emu_site, member)
#define KERNEL(member) MEMBER("kernel", lw_kernel, member)
#define MODULE(member) MEMBER("module", lw_module, member)
#define SHARED(member) MEMBER("shared", lw_shared_variable, member)

const emu_debugger_entry emu_debugger_table[] = {
    {"version", 1},
    {"ucontext", SWITCHES_BY_UCONTEXT},
    {"workers", (uintptr_t)&emu_watched_workers},
    {"stops", (uintptr_t)&emu_debugger_stops},
    WORKER(next),
    WORKER(busy),
    WORKER(place),
    WORKER(thread_id),
    WORKER(grid),
    WORKER(text),
    WORKER(text_end),
    WORKER(here),
    WORKER(shared_size),
    WORKER(threads),
    WORKER(live),
    WORKER(runnable),
    WORKER(alive),
    WORKER(thread),
    WORKER(own.member),
    WORKER(own.size),
    WORKER(options.checked),
    WORKER(abandoned),
    WORKER(fault_record.status),
    WORKER(fault_record.sp),
    WORKER(fault_record.registers),
    SIZE("thread", emu_thread),
    THREAD(at),
    THREAD(context),
    THREAD(site),
    THREAD(mask),
    PLACE(thread),
    PLACE(shared),
    PLACE(block),
    PLACE(block_dim),
    PLACE(grid_dim),
    GRID(kernel),
    GRID(fused),
    GRID(blocks),
    SITE(file),
    SITE(line),
    SITE(what),
    KERNEL(name),
    KERNEL(file),
    KERNEL(line),
    KERNEL(module),
    MODULE(shared),
    MODULE(shared_end),
    SIZE("shared", lw_shared_variable),
    SHARED(module),
    SHARED(name),
    SHARED(size),
    SHARED(offset),
    SHARED(engine),
    SHARED(kernel_line),
    SHARED(function),
    SHARED(file),
    SHARED(line),
    {0, 0},
};
