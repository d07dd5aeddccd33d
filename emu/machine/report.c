/* The report of a fault: what happened, where in the source, and in which kernel, block and thread. For
 * waits that never end it also says where all threads are. The OS thread writes it, on a separate stack,
 * while the threads are still suspended. */
#include "machine.h"

#include "../check/fault.h"
#include "report_stack.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

void (*emu_describe_address)(const void *address, char *phrase, size_t size);

/* Describes an address: near shared memory here, other memory by emu_describe_address(). */
static void describe(const emu_worker *worker, uintptr_t address, char *phrase, size_t size)
{
    enum { NEAR = 128 << 10 };
    uintptr_t low = (uintptr_t)worker->shared, high = low + worker->shared_size;
    if (address < 4096)
        snprintf(phrase, size, address ? "%#zx, a null pointer plus %zu bytes" : "a null pointer", (size_t)address,
                 (size_t)address);
    else if (address >= high && address - high < NEAR)
        snprintf(phrase, size, "%#zx, %zu bytes after the block's %zu bytes of shared memory", (size_t)address,
                 (size_t)(address - high), worker->shared_size);
    else if (address < low && low - address < NEAR)
        snprintf(phrase, size, "%#zx, %zu bytes before the block's shared memory", (size_t)address,
                 (size_t)(low - address));
    else if (emu_describe_address)
        emu_describe_address((const void *)address, phrase, size);
    else
        snprintf(phrase, size, "%#zx", (size_t)address);
}

/* The worker on whose stacks the block runs. */
static const emu_worker *stacks_of(const emu_worker *worker)
{
    return worker->grid->fused ? worker->leader : worker;
}

static lw_status segment_fault(const emu_worker *worker, const emu_fault_record *record, char *what, size_t size)
{
    const emu_stacks *stacks = &stacks_of(worker)->stacks;
    const char *access = record->access == 'w' ? "write to" : record->access == 'r' ? "read of" : "access to";
    char phrase[512];
    /* SI_KERNEL: the processor does not give the address, or the system cannot write a signal's frame on the stack. */
    bool is_of_system = record->signal == SIGSEGV && record->code == SI_KERNEL;
    if (emu_stacks_guard(stacks, (const void *)record->address) ||
        (is_of_system && emu_stacks_exhausted(stacks, record->sp))) {
        snprintf(what, size, "stack overflow: the thread needs more than its %zu bytes (LANEWISE_STACK_SIZE)",
                 stacks->size);
        return LW_ERROR_STACK_OVERFLOW;
    }
    if (record->signal == SIGBUS && record->code == BUS_ADRALN) {
        snprintf(what, size, "misaligned address: %s %#zx", access, (size_t)record->address);
        return LW_ERROR_MISALIGNED_ADDRESS;
    }
    if (is_of_system) {
#if defined(__x86_64__)
        snprintf(what, size,
                 "illegal address: a wild pointer, no valid address on this processor, or a misaligned vector access");
#else
        snprintf(what, size, "illegal address: the system cannot write the frame of a signal at stack pointer %#zx",
                 (size_t)record->sp);
#endif
        return LW_ERROR_ILLEGAL_ADDRESS;
    }
    describe(worker, record->address, phrase, sizeof phrase);
    snprintf(what, size, "illegal address: %s %s", access, phrase);
    return LW_ERROR_ILLEGAL_ADDRESS;
}

static lw_status signal_fault(const emu_worker *worker, const emu_fault_record *record, char *what, size_t size)
{
    switch (record->signal) {
    case SIGFPE:
        snprintf(what, size, "arithmetic: %s",
                 record->code == FPE_INTDIV ? "integer division by zero"
                                            : "a floating-point exception was enabled and raised");
        return LW_ERROR_LAUNCH_FAILURE;
    case SIGILL: snprintf(what, size, "illegal instruction"); return LW_ERROR_ILLEGAL_INSTRUCTION;
    case SIGTRAP: snprintf(what, size, "breakpoint or trap instruction"); return LW_ERROR_LAUNCH_FAILURE;
    default: return segment_fault(worker, record, what, size);
    }
}

/* Why a block waits for others in vain, as far as that is known: the device does not hold them. */
static void explain_residency(const emu_worker *worker, char *text, size_t size)
{
    const emu_grid *grid = worker->grid;
    text[0] = 0;
    if (atomic_load_explicit(&grid->is_full, memory_order_relaxed))
        snprintf(text, size,
                 ". The blocks that have begun only wait, and others cannot begin: the device holds %llu of the grid's "
                 "%llu blocks at once (LANEWISE_PROFILE). Blocks that wait for each other need a cooperative launch "
                 "(lw_launch_config.cooperative)",
                 (unsigned long long)atomic_load(&grid->resident_limit), (unsigned long long)grid->blocks);
}

/* Writes the first line, without the place. Returns the status, which for a signal depends on its cause. */
static lw_status explain(const emu_worker *worker, const emu_fault_record *record, char *what, size_t size)
{
    char other[300], residency[300];
    if (record->message[0]) {
        snprintf(what, size, "%s", record->message);
        return record->status;
    }
    switch (record->status) {
    case LW_ERROR_OUT_OF_MEMORY:
        snprintf(what, size, "out of memory: no stack for another thread, in addition to %u", worker->stacks.made);
        break;
    case LW_ERROR_DEADLOCK:
        emu_mismatched_collectives(worker, other, sizeof other);
        snprintf(what, size, "deadlock: every thread that has not ended waits%s", other);
        break;
    case LW_ERROR_DIVERGENT_BARRIER:
        emu_place_text(worker->barrier.site, 0, other, sizeof other);
        snprintf(what, size, "divergent barrier: other threads of the block wait in %s at %s, this one has reached %s",
                 worker->barrier.site->what, other, record->site->what);
        break;
    case LW_ERROR_INVALID_MASK:
        snprintf(what, size, "invalid mask: %s with mask 0x%08x, which does not name the calling lane %u of its warp",
                 record->site->what, record->mask, emu_here.thread->rank % EMU_WARP);
        break;
    case LW_ERROR_LAUNCH_TIMEOUT:
        emu_mismatched_collectives(worker, other, sizeof other);
        explain_residency(worker, residency, sizeof residency);
        snprintf(what, size, "timeout: the block has run for more than %g seconds (LANEWISE_TIMEOUT)%s%s",
                 (double)worker->options.timeout_ns / 1e9, other, residency);
        break;
    case LW_ERROR_ASSERT:
        snprintf(what, size, "assertion `%s' failed in %s", record->expression, record->function);
        break;
    default:
        if (record->signal)
            return signal_fault(worker, record, what, size);
        snprintf(what, size, "trap");
    }
    return record->status;
}

/* Whether the code is in the kernel, by its debug information. */
static bool is_of_kernel(const emu_worker *worker, uintptr_t pc)
{
    char place[400], name[300];
    emu_locate(pc, place, sizeof place);
    snprintf(name, sizeof name, "(%s)", worker->grid->kernel->name);
    return strstr(place, name) != 0;
}

/* The innermost address in the kernel's code: of the fault or, if that is in a library, of the call. If the frames
 * could not be followed, the first word on the stack that looks like a return address in kernel code. Fused kernels use
 * one stack in turn, so it may hold return addresses of an earlier kernel; those of this kernel are preferred. No
 * AddressSanitizer, because this reads whole frames. */
__attribute__((no_sanitize("address"))) static uintptr_t kernel_address(const emu_worker *worker,
                                                                        const emu_fault_record *record)
{
    enum { DEPTH = 1024 };
    uintptr_t pc = record->pc, first = 0;
    if (pc >= worker->text && pc < worker->text_end)
        return pc;
    if (record->caller)
        return record->caller;
    const emu_worker *runs = stacks_of(worker);
    unsigned stack = worker->grid->fused ? runs->thread[0].stack : emu_current()->stack;
    uintptr_t low = (uintptr_t)emu_stack_low(&runs->stacks, stack);
    uintptr_t high = (uintptr_t)emu_stack_high(&runs->stacks, stack);
    uintptr_t sp = record->sp / sizeof(uintptr_t) * sizeof(uintptr_t);
    for (unsigned i = 0; i < DEPTH && sp >= low && sp < high; i++, sp += sizeof(uintptr_t)) {
        uintptr_t word = *(const uintptr_t *)sp;
        if (word <= worker->text || word > worker->text_end)
            continue;
        if (!worker->grid->fused || is_of_kernel(worker, word - 1))
            return word - 1;
        first = first ? first : word - 1;
    }
    return first ? first : pc;
}

/* Where the threads of the block are, then those of the other resident blocks. */
static void append_whereabouts(const emu_worker *worker, char *text, size_t size)
{
    const emu_gang *gang = worker->gang;
    /* Inside a work-item loop the places of threads are unknown. */
    if (worker->grid->fused && worker->fault_record.status == LW_ERROR_LAUNCH_TIMEOUT) {
        snprintf(text, size, "\n  LANEWISE_ENGINE=fiber tells where each thread is");
        return;
    }
    emu_whereabouts(worker, text, size);
    char last[1024] = "", now[1024];
    unsigned alike = 0;
    for (unsigned i = 0; i <= gang->size; i++) {
        const emu_worker *other = i < gang->size ? gang->member[i] : 0;
        if (other && (other == worker || other->live == 0))
            continue;
        now[0] = 0;
        if (other)
            emu_whereabouts(other, now, sizeof now);
        if (other && last[0] && strcmp(now, last) == 0) {
            alike++;
            continue;
        }
        size_t used = strlen(text);
        if (alike)
            snprintf(text + used, size - used, "\n and in %u more block%s like it", alike, alike > 1 ? "s" : "");
        used = strlen(text);
        if (other)
            snprintf(text + used, size - used, "\n in block (%u,%u,%u):%s", other->here.block[0], other->here.block[1],
                     other->here.block[2], now);
        snprintf(last, sizeof last, "%s", now);
        alike = 0;
    }
}

/* The current block; with block coarsening, the `count` blocks from it on in x, whose threads run in one loop. */
static void block_text(unsigned count, char *text, size_t size)
{
    const unsigned *at = emu_here.block;
    if (count > 1)
        snprintf(text, size, "one of the blocks (%u,%u,%u) to (%u,%u,%u)", at[0], at[1], at[2], at[0] + count - 1,
                 at[1], at[2]);
    else
        snprintf(text, size, "block (%u,%u,%u)", at[0], at[1], at[2]);
}

static void write_report(void *argument)
{
    emu_worker *worker = argument;
    emu_grid *grid = worker->grid;
    emu_fault_record record = worker->fault_record;
    const emu_thread *thread = emu_current();
    if (record.status == LW_ERROR_DEADLOCK) { /* of no single thread: names the first thread that waits */
        unsigned rank = 0;
        while (rank + 1 < worker->threads && !(worker->alive[rank / EMU_WARP] >> rank % EMU_WARP & 1))
            rank++;
        thread = &worker->thread[rank];
        record.site = thread->site;
    }
    char what[700], place[400] = "";
    lw_status status = explain(worker, &record, what, sizeof what);
    if (record.signal || record.pc)
        emu_place_text(0, kernel_address(worker, &record), place, sizeof place);
    else if (record.site)
        emu_place_text(record.site, 0, place, sizeof place);
    else if (status == LW_ERROR_LAUNCH_TIMEOUT)
        emu_place_text(0, thread->pc, place, sizeof place);

    const lw_kernel *kernel = grid->kernel;
    const emu_coordinates *at = &thread->at;
    char *report = grid->fault.report;
    size_t size = sizeof grid->fault.report;
    char thread_text[100] = "", block[100];
    /* The fault is of some thread of a loop. An atomic may also have been deferred until after its loop. */
    bool in_thread_loop = grid->fused && (record.signal || record.pc || status == LW_ERROR_LAUNCH_TIMEOUT);
    if (!in_thread_loop)
        snprintf(thread_text, sizeof thread_text, ", thread (%u,%u,%u)", at->x, at->y, at->z);
    else if (status != LW_ERROR_LAUNCH_TIMEOUT)
        snprintf(thread_text, sizeof thread_text, ", an unknown thread (LANEWISE_ENGINE=fiber tells which)");
    block_text(in_thread_loop ? worker->frame.coarsened : 1, block, sizeof block);
    int length = snprintf(report, size, "%s%s%s\n  in kernel %s (%s:%d), %s%s", what, place[0] ? "\n  at " : "", place,
                          kernel->name, kernel->file, kernel->line, block, thread_text);
    bool waits =
        status == LW_ERROR_DEADLOCK || status == LW_ERROR_DIVERGENT_BARRIER || status == LW_ERROR_LAUNCH_TIMEOUT;
    if (waits && length > 0 && (size_t)length < size)
        append_whereabouts(worker, report + length, size - (size_t)length);
    grid->fault.status = status;
    if (worker->check) {
        uintptr_t pc = record.signal || record.pc                          ? kernel_address(worker, &record)
                       : !record.site && status == LW_ERROR_LAUNCH_TIMEOUT ? thread->pc
                                                                           : 0;
        emu_fault_place fault = {thread, pc, record.site, record.signal != 0};
        bool has_places = waits && length > 0 && (size_t)length < size;
        emu_check_fault(worker, &fault, status, what, has_places ? report + length : "");
    }
    emu_wait_for_debugger(worker, report);
}

void emu_report(emu_worker *worker)
{
    int none = 0;
    if (worker->fault_record.status != LW_SUCCESS && atomic_compare_exchange_strong(&worker->grid->failed, &none, 1))
        emu_on_report_stack(write_report, worker);
}
