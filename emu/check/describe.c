/* An address in words: the memory that it is in, or near. */
#include <stdio.h>
#include <string.h>

#include "inside.h"

const emu_allocation *emu_check_allocation_near(const emu_touch *touch, ptrdiff_t *distance)
{
    *distance = 0;
    return touch->region->kind == EMU_REGION_HEAP ? emu_heap_allocation_near(touch->address, distance)
                                                  : emu_allocation_near(touch->address, distance);
}

void emu_check_owner_text(uintptr_t address, char text[32])
{
    size_t bytes = emu_device_region.end - emu_device_region.begin, offset = address - emu_device_region.begin;
    text[0] = 0;
    if (offset < bytes && emu_check_span < bytes)
        snprintf(text, 32, " of device cpu:%u", (unsigned)(offset / emu_check_span));
}

static void describe_device(const emu_touch *touch, char *text, size_t size)
{
    ptrdiff_t distance;
    char owner[32];
    const emu_allocation *at = emu_check_allocation_near(touch, &distance);
    emu_check_owner_text(touch->address, owner);
    if (at && touch->address - at->pointer < at->size) {
        snprintf(text, size, "%zu bytes into an allocation of %zu bytes%s", touch->address - at->pointer, at->size,
                 touch->region->kind == EMU_REGION_HEAP ? " in the device's heap" : owner);
        return;
    }
    if (at)
        snprintf(text, size, "%zu bytes %s the nearest allocation at %#zx of size %zu bytes%s",
                 (size_t)(distance < 0 ? -distance : distance + 1), distance < 0 ? "before" : "after",
                 (size_t)at->pointer, at->size, owner);
    else
        snprintf(text, size, "near no allocation");
}

static void describe_shared(const emu_touch *touch, char *text, size_t size)
{
    const emu_worker *owner = touch->region->owner;
    const struct emu_checked *check = owner->check;
    const emu_shared_place *at = emu_shared_place_at(owner, touch->address);
    size_t offset = touch->address - (uintptr_t)owner->shared;
    if (at && at->variable) {
        snprintf(text, size, "%zu bytes into __shared__ '%s' (%zu bytes, %s:%d)", offset - at->offset,
                 at->variable->name, at->size, at->variable->file, at->variable->line);
        return;
    }
    if (at) {
        snprintf(text, size, "%zu bytes into the dynamic shared memory (%zu bytes)", offset - at->offset, at->size);
        return;
    }
    /* The nearest variable before it, if there is one. */
    const emu_shared_place *near = 0;
    for (unsigned i = 1; i <= check->places; i++)
        if (check->place[i].offset <= offset && (!near || check->place[i].offset > near->offset))
            near = &check->place[i];
    if (!near || touch->address < (uintptr_t)owner->shared)
        snprintf(text, size, "outside of the block's shared memory");
    else if (near->variable)
        snprintf(text, size, "%zu bytes after __shared__ '%s' (%zu bytes, %s:%d)",
                 offset - near->offset - near->size + 1, near->variable->name, near->size, near->variable->file,
                 near->variable->line);
    else
        snprintf(text, size, "%zu bytes after the dynamic shared memory (%zu bytes)",
                 offset - near->offset - near->size + 1, near->size);
}

static void describe_variable(const emu_touch *touch, char *text, size_t size)
{
    const struct lw_symbol *symbol = touch->region->owner;
    ptrdiff_t offset = (ptrdiff_t)(touch->address - (uintptr_t)symbol->address), end = (ptrdiff_t)symbol->size;
    snprintf(text, size, "%td bytes %s %s '%s' (%zu bytes, %s:%d)",
             offset < 0     ? -offset
             : offset < end ? offset
                            : offset - end + 1,
             offset < 0     ? "before"
             : offset < end ? "into"
                            : "after",
             symbol->kind == LW_SYMBOL_CONSTANT  ? "__constant__"
             : symbol->kind == LW_SYMBOL_MANAGED ? "__managed__"
                                                 : "__device__",
             symbol->name, symbol->size, symbol->file, symbol->line);
}

void emu_check_describe(const emu_touch *touch, char *text, size_t size)
{
    text[0] = 0;
    if (!touch->region)
        return;
    const emu_pinned *pinned;
    switch (touch->region->kind) {
    case EMU_REGION_DEVICE:
    case EMU_REGION_HEAP: describe_device(touch, text, size); break;
    case EMU_REGION_SHARED: describe_shared(touch, text, size); break;
    case EMU_REGION_VARIABLE:
    case EMU_REGION_CONSTANT: describe_variable(touch, text, size); break;
    case EMU_REGION_HOST:
        pinned = touch->region->owner;
        snprintf(text, size, "%zu bytes into %zu bytes of pinned host memory", touch->address - pinned->pointer,
                 pinned->size);
        break;
    }
}
