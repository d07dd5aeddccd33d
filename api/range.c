/* Checks the operands of copies and sets with the table of allocations. */
#include <errno.h>
#include <stdbool.h>
#include <sys/uio.h>
#include <unistd.h>

#include "dispatch.h"

static lw_memory_space space_of(lw_range_kind kind)
{
    return kind == LW_RANGE_PINNED || kind == LW_RANGE_REGISTERED || kind == LW_RANGE_NONE ? LW_SPACE_HOST
                                                                                           : LW_SPACE_DEVICE;
}

/* Refuses memory of another device that every device does not reach. */
static lw_status refuse_foreign(lw_context *context, const char *function, const char *argument, const void *pointer)
{
    char name[24];
    if (!lw_context_owns_elsewhere(context, (uintptr_t)pointer, false, name))
        return LW_SUCCESS;
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is %p, which belongs to device %s, not to %s", function,
                     argument, pointer, name, context->name);
}

static lw_status refuse_freed(const lw_context *context, const char *function, const char *argument,
                              const void *pointer, const struct lw_freed *freed)
{
    return lw_misused(pointer,
                      lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is %p, in %s of %zu bytes that %s", function,
                                argument, pointer, freed->registered ? "registered memory" : "an allocation",
                                freed->size, freed->registered ? "another thread unregisters" : "was freed"));
}

lw_status lw_range_refuse(lw_context *context, const char *function, const char *argument, const void *pointer)
{
    lw_status status = refuse_foreign(context, function, argument, pointer);
    struct lw_freed freed = lw_context_was_freed(context, (uintptr_t)pointer);
    return status || !freed.size ? status : refuse_freed(context, function, argument, pointer, &freed);
}

/* Whether the system can read the address, by a write to a pipe. True if the system gives no pipe. */
static bool pipe_accepts(uintptr_t address)
{
    int ends[2];
    if (pipe(ends))
        return true;
    bool refused = write(ends[1], (const void *)address, 1) < 0 && errno == EFAULT;
    close(ends[0]);
    close(ends[1]);
    return !refused;
}

/* One system call, and a pipe where that call is missing: in some sandboxes, and in qemu's user mode. */
bool lw_readable(uintptr_t address)
{
    char byte;
    struct iovec to = {&byte, 1}, from = {(void *)address, 1};
    if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) == 1)
        return true;
    return errno != EFAULT && pipe_accepts(address);
}

/* Checks an address in no range. It counts as host memory, unless it is another device's or was freed. The address of a
 * freed allocation may be host memory by now. */
static lw_status check_unknown(lw_context *context, const lw_operand *operand)
{
    uintptr_t address = (uintptr_t)operand->pointer;
    lw_status status = refuse_foreign(context, operand->function, operand->argument, operand->pointer);
    if (status)
        return status;
    struct lw_freed freed = lw_context_was_freed(context, address);
    if (freed.size && (freed.retiring || !lw_readable(address)))
        return refuse_freed(context, operand->function, operand->argument, operand->pointer, &freed);
    return LW_SUCCESS;
}

/* The range of the address on this device, or on another, the owner. */
static lw_range find_with(lw_context *context, uintptr_t address, bool peers, lw_hold *hold, lw_context **owner)
{
    lw_range range = lw_table_find(&context->ranges, address), other;
    bool elsewhere = range.kind == LW_RANGE_NONE;
    *owner = elsewhere ? lw_context_find_other(context, address, peers, hold, &other) : NULL;
    return *owner ? other : range;
}

lw_range lw_range_find(lw_context *context, uintptr_t address, lw_hold *hold)
{
    lw_context *owner;
    lw_range range = find_with(context, address, false, hold, &owner);
    if (owner && hold)
        lw_context_note_use(context, owner);
    return range;
}

lw_range lw_range_find_owned(lw_context *context, uintptr_t address, int *ordinal)
{
    lw_context *owner;
    lw_range range = find_with(context, address, false, NULL, &owner);
    *ordinal = range.kind == LW_RANGE_NONE ? -1 : (owner ? owner : context)->ordinal;
    return range;
}

/* The range of the operand's address. */
static lw_range find(lw_context *context, lw_operand *operand)
{
    lw_context *owner;
    lw_range range = find_with(context, (uintptr_t)operand->pointer, operand->peers, operand->hold, &owner);
    if (owner)
        lw_context_note_use(context, owner);
    bool is_host = range.kind == LW_RANGE_PINNED || range.kind == LW_RANGE_REGISTERED;
    operand->peer = is_host || range.managed ? NULL : owner;
    return range;
}

lw_status lw_operand_space(lw_context *context, lw_operand *operand, lw_memory_space *space)
{
    lw_range_kind kind = find(context, operand).kind;
    lw_status status = kind == LW_RANGE_NONE ? check_unknown(context, operand) : LW_SUCCESS;
    if (!status)
        *space = space_of(kind);
    return status;
}

static lw_status refuse_unknown_device(lw_context *context, const lw_operand *operand)
{
    lw_status status = lw_range_refuse(context, operand->function, operand->argument, operand->pointer);
    if (status)
        return status;
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is %p, which is not memory of device %s",
                     operand->function, operand->argument, operand->pointer, context->name);
}

/* Bytes of a mapping from the address on, with those of open mappings right after it. */
static size_t mapped_from(lw_context *context, const lw_range *range, uintptr_t address, size_t wanted)
{
    lw_range next = *range;
    while (next.kind == LW_RANGE_MAPPED && !next.closed && next.base + next.size - address < wanted) {
        uintptr_t end = next.base + next.size;
        next = lw_table_find(&context->ranges, end);
        if (next.kind != LW_RANGE_MAPPED || next.closed)
            return end - address;
    }
    return next.base + next.size - address;
}

lw_status lw_operand_check(lw_context *context, lw_operand *operand, lw_memory_space space)
{
    uintptr_t address = (uintptr_t)operand->pointer;
    lw_range range = find(context, operand);
    operand->offset = (size_t)(address - range.base);
    operand->pooled = range.pooled;
    lw_status fault = operand->peer ? lw_enter_context(operand->peer) : LW_SUCCESS;
    if (fault)
        return fault;
    if (range.kind == LW_RANGE_NONE) {
        if (space == LW_SPACE_DEVICE)
            return refuse_unknown_device(context, operand);
        if (operand->extent - 1 > UINTPTR_MAX - address)
            return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                             "%s: %s is %p, and the %zu bytes from there reach past the end of the address space",
                             operand->function, operand->argument, operand->pointer, operand->extent);
        return check_unknown(context, operand);
    }
    if (space_of(range.kind) != space && !range.managed)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is %p, which is %s memory; expected %s memory",
                         operand->function, operand->argument, operand->pointer,
                         space == LW_SPACE_DEVICE ? "pinned host" : "device",
                         space == LW_SPACE_DEVICE ? "device" : "host");
    /* A driver copies the host's bytes only in a context whose device has access. */
    operand->apart = operand->peer && (range.kind == LW_RANGE_MAPPED || range.kind == LW_RANGE_GRAPH);
    if (range.multicast)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: %s is %p, a multicast address, which only lw_multimem_...() in kernels may access",
                         operand->function, operand->argument, operand->pointer);
    if (range.closed)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: %s is %p, in mapped memory that device %s may not access (lw_virtual_memory_set_access)",
                         operand->function, operand->argument, operand->pointer,
                         operand->peer ? operand->peer->name : context->name);
    size_t left = range.kind == LW_RANGE_MAPPED
                      ? mapped_from(operand->peer ? operand->peer : context, &range, address, operand->extent)
                      : range.size - (size_t)(address - range.base);
    if (operand->extent > left)
        return lw_misused((void *)range.base,
                          lw_refuse(context, LW_ERROR_INVALID_VALUE,
                                    "%s: %s is %p, and the %zu bytes from there end %zu past the %zu-byte %s at %p",
                                    operand->function, operand->argument, operand->pointer, operand->extent,
                                    operand->extent - left, range.size,
                                    range.kind == LW_RANGE_SYMBOL   ? "symbol"
                                    : range.kind == LW_RANGE_MAPPED ? "mapping"
                                                                    : "allocation",
                                    (void *)range.base));
    return LW_SUCCESS;
}

lw_status lw_operand_extent(const lw_context *context, const char *function, const char *pitch_argument, size_t pitch,
                            size_t width, size_t height, size_t *extent)
{
    size_t rows;
    if (pitch < width)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is %zu, less than the width of %zu", function,
                         pitch_argument, pitch, width);
    if (__builtin_mul_overflow(height - 1, pitch, &rows) || __builtin_add_overflow(rows, width, extent))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: height is %zu rows, which with a %s of %zu overflows",
                         function, height, pitch_argument, pitch);
    return LW_SUCCESS;
}
