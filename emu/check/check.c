/* Opening and closing the checker, with the device. */
#include "check.h"

#include <errno.h>
#include <stdio.h>

#include "history.h"
#include "inside.h"
#include "output.h"

bool emu_checking;
bool (*emu_check_may_reach)(unsigned device, unsigned owner, const void *allocation);
atomic_bool emu_check_withheld;
bool emu_check_pageable;
size_t emu_check_span;

lw_status emu_check_open(uintptr_t base, uintptr_t end, unsigned devices, char *message, size_t size)
{
    errno = 0;
    if (!emu_check_options_read(message, size) || !emu_filter_open(message, size) || !emu_output_open(message, size)) {
        bool memory = errno == ENOMEM;
        if (memory)
            snprintf(message, size, "out of memory for the settings of LANEWISE_CHECK");
        emu_output_close(false);
        emu_filter_close();
        return memory ? LW_ERROR_OUT_OF_MEMORY : LW_ERROR_INVALID_VALUE;
    }
    emu_check_span = (end - base) / devices;
    emu_device_region = (emu_region){base, end, EMU_REGION_DEVICE, emu_shadow_cells_make(end - base), 0};
    if (!emu_device_region.cells || !emu_allocations_open(base, end) || !emu_clock_open() || !emu_operations_open() ||
        (emu_check_wanted.html && !emu_history_open())) {
        snprintf(message, size,
                 "no address space to check %zu bytes of device memory (LANEWISE_MEMORY sets a smaller size)",
                 (size_t)(end - base));
        emu_check_close();
        return LW_ERROR_OUT_OF_MEMORY;
    }
    emu_checking = true;
    emu_guard_open();
    return LW_SUCCESS;
}

static void leaked(const emu_allocation *allocation)
{
    emu_check_leaked(&emu_device_region, allocation);
}

/* A program that ends without closing the device also gets a summary. The checker's memory stays, because other threads
 * may still run. */
__attribute__((destructor)) static void end(void)
{
    if (!emu_checking)
        return;
    if (emu_check_wanted.leaks)
        emu_allocations_each(leaked);
    if (emu_check_wanted.unused)
        emu_allocations_each(emu_check_unused);
    emu_findings_report();
    emu_output_close(true);
    emu_checking = false;
}

void emu_check_close(void)
{
    if (emu_checking)
        emu_findings_report();
    emu_output_close(emu_checking);
    emu_checking = false;
    emu_guard_close();
    emu_filter_close();
    emu_findings_close();
    emu_shadow_cells_free(emu_device_region.cells, emu_device_region.end - emu_device_region.begin);
    emu_device_region = (emu_region){0};
    emu_allocations_close();
    emu_regions_close();
    emu_check_words_free();
    emu_check_splits_free();
    emu_readers_free(&emu_device_readers);
    emu_clock_close();
    emu_streams_close();
    emu_operations_close();
    emu_check_transfers_close();
    emu_check_ldg_close();
    emu_values_forget();
    emu_history_close();
}

void emu_check_grid_ended(const emu_grid *grid)
{
    int error = errno; /* of the program's thread, if it has run the grid */
    emu_output_launched(grid->kernel->name);
    emu_check_finish_deferred();
    emu_findings_report();
    errno = error;
}
