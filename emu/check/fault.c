/* What ended a launch, or kept it from beginning, as a finding like the others. */
#include "fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../host/allocate.h"
#include "inside.h"
#include "output.h"

static emu_finding_kind kind_of(lw_status status)
{
    switch (status) {
    case LW_ERROR_DIVERGENT_BARRIER:
    case LW_ERROR_INVALID_MASK:
    case LW_ERROR_DEADLOCK:
    case LW_ERROR_LAUNCH_TIMEOUT: return EMU_FOUND_SYNCHRONISATION;
    case LW_ERROR_ILLEGAL_ADDRESS: return EMU_FOUND_FOREIGN;
    case LW_ERROR_MISALIGNED_ADDRESS: return EMU_FOUND_MISALIGNED;
    default: return EMU_FOUND_FAULT;
    }
}

/* Whether the launch has ended because its blocks wait for others that the device does not hold. */
static bool needs_residency(const emu_worker *worker, lw_status status)
{
    return status == LW_ERROR_LAUNCH_TIMEOUT && atomic_load_explicit(&worker->grid->is_full, memory_order_relaxed);
}

/* The first line, as in synccheck and memcheck where they have one. */
static const char *headline(lw_status status)
{
    switch (status) {
    case LW_ERROR_DIVERGENT_BARRIER: return "Barrier error detected. Divergent thread(s) in block.";
    case LW_ERROR_INVALID_MASK: return "Barrier error detected. Invalid arguments.";
    case LW_ERROR_DEADLOCK: return "Barrier error detected. Deadlock.";
    case LW_ERROR_LAUNCH_TIMEOUT: return "Timeout detected.";
    case LW_ERROR_ILLEGAL_ADDRESS: return "Invalid access to an address outside of the memory that kernels may access.";
    case LW_ERROR_MISALIGNED_ADDRESS: return "Invalid access to a misaligned address.";
    case LW_ERROR_STACK_OVERFLOW: return "Stack overflow detected.";
    case LW_ERROR_ASSERT: return "Assertion failed.";
    default: return "Launch failure detected.";
    }
}

/* A finding about this access, reported just before it faulted: that is one error, not two. */
static emu_finding *earlier_finding(const lw_kernel *kernel, uintptr_t pc)
{
    emu_code_place fault, place;
    emu_check_locate(pc, &fault);
    emu_finding *last = NULL;
    for (emu_finding *one = (emu_finding *)(uintptr_t)emu_findings_first(); one; one = one->next) {
        const char *tool = emu_finding_class_of(one->kind)->tool;
        if (one->kernel != kernel || one->reported || strcmp(tool, "memcheck") != 0 || !one->access[0].pc)
            continue;
        emu_check_locate(one->access[0].pc, &place);
        if (fault.line && place.line == fault.line && strcmp(place.file, fault.file) == 0)
            last = one;
    }
    return last;
}

/* An overrun of a thread's own array, reported before the thread failed in other code than the kernel's: it has destroyed what is beside
 * the array, as the address to return to. */
static emu_finding *earlier_overrun(const emu_worker *worker, uintptr_t pc)
{
    emu_finding *last = NULL;
    if (pc >= worker->text && pc < worker->text_end)
        return NULL;
    for (emu_finding *one = (emu_finding *)(uintptr_t)emu_findings_first(); one; one = one->next)
        if (one->kernel == worker->grid->kernel && !one->reported && one->kind == EMU_FOUND_OUT_OF_BOUNDS &&
            one->access[0].size == 0)
            last = one;
    return last;
}

/* A block of the second run takes much longer than all of the first run. It may wait for a block of a lower number, which has not begun
 * in this order, but would run beside it on a GPU. That is no finding, and what follows it would be none either. */
static _Noreturn void give_up(const lw_kernel *kernel)
{
    emu_findings_report();
    emu_output_give_up(kernel->name);
    _exit(0);
}

void emu_check_fault(const emu_worker *worker, const emu_fault_place *at, lw_status status, const char *what,
                     const char *all_threads)
{
    const emu_grid *grid = worker->grid;
    emu_check_finish_deferred();
    if (status == LW_ERROR_LAUNCH_TIMEOUT && emu_check_wanted.again)
        give_up(grid->kernel);
    emu_finding *finding = at->by_signal ? earlier_finding(grid->kernel, at->pc) : NULL;
    if (!finding && at->by_signal)
        finding = earlier_overrun(worker, at->pc);
    if (finding) {
        finding->ended_launch = true;
        return;
    }
    bool fresh;
    bool residency = needs_residency(worker, status);
    finding =
        emu_finding_note(residency ? EMU_FOUND_NOT_RESIDENT : kind_of(status), at->pc ? at->pc : (uintptr_t)at->site,
                         (uintptr_t)status, (uintptr_t)grid->kernel, &fresh);
    if (!finding || !fresh)
        return;
    finding->kernel = grid->kernel;
    finding->ended_launch = true;
    finding->site = at->site;
    emu_finding_access *access = &finding->access[0];
    access->pc = at->pc;
    access->rank = at->thread->at.rank;
    access->barrier = worker->check->clock.barrier;
    memcpy(access->thread, (unsigned[]){at->thread->at.x, at->thread->at.y, at->thread->at.z}, sizeof access->thread);
    memcpy(access->block, emu_here.block, sizeof access->block);
    snprintf(finding->why, sizeof finding->why, "%s",
             residency ? "Timeout detected. Blocks wait for blocks that the device does not hold beside them; use a "
                         "cooperative launch."
                       : headline(status));
    if (emu_injected_failure() || asprintf(&finding->details, "%s%s", what, all_threads) < 0)
        finding->details = NULL;
}

void emu_check_unchecked(const lw_kernel *kernel)
{
    bool fresh;
    emu_finding *finding = emu_finding_note(EMU_FOUND_API, (uintptr_t)kernel, 0, 0, &fresh);
    if (!finding)
        return;
    finding->kernel = kernel;
    snprintf(finding->why, sizeof finding->why,
             "Kernel %s was not launched: its object has no checked copy. Build %s with lanewise-cc, without "
             "--no-checked and -fsanitize=",
             kernel->name, kernel->module ? kernel->module->file : kernel->file);
    emu_findings_report();
}
