/* Findings about copies and sets in streams. The place in code is the host's call. */
#include <stdio.h>
#include <string.h>

#include "inside.h"

const char *emu_check_name_operation(const emu_operation *operation)
{
    switch (operation->kind) {
    case EMU_CHECK_COPY: return "a copy that the host asked for";
    case EMU_CHECK_SET: return "a memory set that the host asked for";
    case EMU_CHECK_WORK: return "a library's call that the host made";
    case EMU_CHECK_ALLOCATE: return "an allocation that the host asked for";
    case EMU_CHECK_FREE: return "a free that the host asked for";
    default: return 0;
    }
}

static void set_transfer(emu_finding_access *access, uint32_t number, bool write, unsigned size)
{
    const emu_operation *operation = emu_operation_of(number);
    *access = (emu_finding_access){
        .pc = operation->by, .write = write, .size = size, .host = emu_check_name_operation(operation)};
}

void emu_check_found_transfer(uint32_t number, emu_finding_kind kind, uintptr_t address, size_t bytes)
{
    const emu_touch touch = {.address = address, .region = &emu_device_region};
    bool fresh;
    emu_finding *finding = emu_finding_note(kind, emu_operation_of(number)->by, 0, emu_check_memory_of(&touch), &fresh);
    if (!finding || !fresh)
        return;
    finding->address = address;
    set_transfer(&finding->access[0], number, false, bytes < UINT32_MAX ? (unsigned)bytes : UINT32_MAX);
    emu_check_name_memory(&touch, finding);
}

void emu_check_found_transfer_early(uint32_t number, const emu_allocation *allocation, uintptr_t address, bool write)
{
    const emu_operation *mine = emu_operation_of(number);
    const emu_touch touch = {.address = address, .region = &emu_device_region, .pc = mine->by, .size = 1};
    bool fresh;
    emu_finding *finding =
        emu_finding_note(EMU_FOUND_RACE, mine->by, allocation->made_at, emu_check_memory_of(&touch), &fresh);
    if (!finding || !fresh)
        return;
    finding->address = address;
    set_transfer(&finding->access[0], allocation->made_by, true, 1);
    set_transfer(&finding->access[1], number, write, 1);
    emu_check_name_memory(&touch, finding);
    snprintf(finding->why, sizeof finding->why, "%s", EMU_CHECK_UNORDERED);
}

void emu_check_found_transfer_race(uint32_t number, const emu_region *region, uintptr_t address, bool write,
                                   emu_access other, uint16_t site, bool other_writes)
{
    const emu_operation *mine = emu_operation_of(number);
    const emu_touch touch = {.address = address, .region = region, .pc = mine->by, .size = 1, .write = write};
    bool fresh;
    emu_finding *finding =
        emu_finding_note(EMU_FOUND_RACE, mine->by, emu_site_pc(site), emu_check_memory_of(&touch), &fresh);
    if (!finding || !fresh)
        return;
    uint32_t theirs = emu_clock_block(emu_clock_block_of(emu_access_epoch(other)))->grid;
    finding->address = address;
    finding->kernel = emu_operation_of(theirs)->kernel;
    emu_check_set_earlier(&finding->access[0], other, site, other_writes, 1);
    set_transfer(&finding->access[1], number, write, 1);
    finding->launched_at[0] = emu_operation_of(theirs)->by;
    emu_check_name_memory(&touch, finding);
    snprintf(finding->why, sizeof finding->why, "%s", EMU_CHECK_UNORDERED);
}
