/* Indices beyond the end of an array. The compilers tell the array's type and the index, but not the address; an array
 * in a register or on the stack may have none. The access follows, if it is checked: it tells which memory the array is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "overflow.h"

bool emu_check_has_index;
static struct {
    emu_finding *finding; /* null: it was reported before, or is not certain */
    unsigned rank;
    uint32_t epoch;
    ptrdiff_t index;
    size_t count, inner; /* the array's elements; how many scalars an element has, if it is an array itself */
    uintptr_t pc;
    char uncertain[300]; /* the text of a finding that needs a variable with this array; or empty */
} latest;

/* The numbers in "'int [4][8]'": 4, and 8 for what an element has. False: there is no number. */
static bool read_type(const char *type)
{
    const char *at = strchr(type, '[');
    if (!at)
        return false;
    latest.count = strtoul(at + 1, NULL, 10);
    latest.inner = 1;
    while ((at = strchr(at + 1, '[')))
        latest.inner *= strtoul(at + 1, NULL, 10);
    return latest.inner > 0;
}

void emu_check_index_found(uintptr_t pc, const char *type, emu_wide index)
{
    emu_worker *worker = emu_self;
    char digits[EMU_DECIMAL_SIZE], why[300];
    emu_check_has_index = false;
    if (!worker || !worker->check)
        return;
    snprintf(why, sizeof why, "index %s of an array of type %s", emu_decimal(index, digits), type);
    /* gcc's name of an array that may be the flexible end of a structure. */
    bool certain = !strstr(type, " [1]'") && !strstr(type, " [0]'");
    const emu_touch touch = {.worker = worker, .pc = pc};
    latest.finding = certain ? emu_check_found(&touch, EMU_FOUND_OUT_OF_BOUNDS, why) : NULL;
    if (latest.finding)
        emu_overflow_explain_index(worker, index, &latest.finding->overflow);
    if (index != (int32_t)index || !read_type(type)) /* a greater one is in no variable */
        return;
    latest.rank = emu_here.thread->rank;
    latest.epoch = worker->check->clock.epoch;
    latest.index = (ptrdiff_t)index;
    latest.pc = pc;
    snprintf(latest.uncertain, sizeof latest.uncertain, "%s", certain ? "" : why);
    emu_check_has_index = emu_check_has_deferred = true; /* the next access takes no fast path */
}

/* Whether the address is that of the element, where the variable holds the array, or an array of such arrays. */
static bool is_element(uintptr_t variable, size_t size, uintptr_t address, unsigned scalar)
{
    size_t element = latest.inner * scalar, array = latest.count * element;
    ptrdiff_t row = (ptrdiff_t)(address - address % scalar - variable) - latest.index * (ptrdiff_t)element;
    row -= row % (ptrdiff_t)element; /* a part of the element */
    return array == 0 ? size == 0 && row == 0
                      : size % array == 0 && row >= 0 && (size_t)row < size && (size_t)row % array == 0;
}

static const emu_region *find_shared(const emu_worker *worker, uintptr_t address, unsigned size)
{
    const struct emu_checked *check = worker->check;
    for (unsigned i = 1; i <= check->places; i++)
        if (check->place[i].variable &&
            is_element((uintptr_t)worker->shared + check->place[i].offset, check->place[i].size, address, size))
            return &check->shared;
    return NULL;
}

static bool is_element_of(const struct lw_symbol *symbol, uintptr_t address, unsigned size)
{
    return is_element((uintptr_t)symbol->address, symbol->size, address, size);
}

/* The memory of device or shared memory's variables that has the array at the address. Null: none. */
static const emu_region *region_with_array(const emu_worker *worker, uintptr_t address, unsigned size)
{
    const emu_region *region = find_shared(worker, address, size);
    return region ? region : emu_region_of_variable(is_element_of, address, size);
}

/* Whether device memory that has the address may have the array: a structure's, or that of a pointer. The array may be in
 * local memory as well. */
static bool may_be_at(emu_worker *worker, uintptr_t address, unsigned size)
{
    const char *foreign;
    const emu_region *region = emu_region_of(worker, address, &foreign);
    uintptr_t begin = address - (uintptr_t)(latest.index * (ptrdiff_t)(latest.inner * size)),
              last = begin + latest.count * latest.inner * size - 1;
    if (!region || region->kind == EMU_REGION_SHARED)
        return region;
    if (region->kind != EMU_REGION_DEVICE)
        return begin >= region->begin && last < region->end;
    const emu_allocation *allocation = emu_allocation_at(address);
    return allocation && begin >= allocation->pointer && last < allocation->pointer + allocation->size;
}

bool emu_check_take_index(const emu_worker *worker)
{
    bool is = emu_check_has_index && emu_here.thread->rank == latest.rank && worker->check->clock.epoch == latest.epoch;
    emu_check_has_index = emu_check_has_index && !is;
    return is;
}

void emu_check_name_index(emu_worker *worker, uintptr_t address, unsigned size, bool write, uintptr_t pc)
{
    emu_check_has_index = false;
    if (emu_here.thread->rank != latest.rank || worker->check->clock.epoch != latest.epoch || size > 16)
        return;
    const emu_touch touch = {.worker = worker,
                             .address = address,
                             .pc = latest.uncertain[0] ? latest.pc : pc,
                             .size = size,
                             .write = write,
                             .region = region_with_array(worker, address, size)};
    emu_finding *finding = latest.finding;
    if (touch.region && latest.uncertain[0])
        emu_check_found(&touch, EMU_FOUND_OUT_OF_BOUNDS, latest.uncertain);
    if (touch.region)
        emu_check_set_reported(address, size, write, true);
    if (!finding)
        return;
    if (!touch.region) {
        if (may_be_at(worker, address, size))
            finding->beside = pc;
        return;
    }
    emu_finding_access *access = &finding->access[0];
    finding->address = address;
    access->size = size;
    access->write = write;
    access->base = touch.region->kind == EMU_REGION_SHARED ? (uintptr_t)worker->shared : 0;
    emu_check_describe(&touch, finding->where, sizeof finding->where);
}
