/* Kernel cases: the list of them, and the buffers of one run. */
#include "../kernel_case.h"
#include "harness.h"
#include "kernel_check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fills inputs' guard bands, and outputs before the launch, with bytes that are NaN as floats: reading them shows.
 * All other guard bands get a number: writing a NaN there shows. */
enum { GUARD = 4096, POISON = 0xff, NUMBER = 0x5a };

static struct kernel_case *cases;

void kernel_case_register(struct kernel_case *self)
{
    struct kernel_case **place = &cases;
    while (*place != NULL && strcmp((*place)->name, self->name) < 0)
        place = &(*place)->next;
    self->next = *place;
    *place = self;
}

struct kernel_case *kernel_cases(void)
{
    return cases;
}

static size_t size_of(enum kernel_type type)
{
    return type == KERNEL_U8 ? 1 : type == KERNEL_F64 || type == KERNEL_U64 ? 8 : 4;
}

static double fill_float(enum kernel_fill fill, uint64_t index, uint64_t bits)
{
    static const float extreme[] = {0.0f,    -0.0f,    FLT_TRUE_MIN, -FLT_TRUE_MIN, FLT_MIN,     -FLT_MIN,
                                    FLT_MAX, -FLT_MAX, 1.0f,         -1.0f,         FLT_EPSILON, 0x1.fffffep-127f};
    double uniform = (double)(int64_t)bits * 0x1p-63; /* all bits used: sums of two are rounded already */
    switch (fill) {
    case KERNEL_FILL_INTEGERS: return (int)(bits % 17) - 8;
    case KERNEL_FILL_INDEX: return (double)(index & 0xfffff);
    case KERNEL_FILL_EXTREME: return (double)extreme[bits % (sizeof extreme / sizeof extreme[0])];
    case KERNEL_FILL_NONFINITE:
        return bits % 61 == 0   ? (double)NAN
               : bits % 61 == 1 ? (double)INFINITY
               : bits % 61 == 2 ? -(double)INFINITY
                                : uniform;
    case KERNEL_FILL_RANDOM: break;
    }
    return uniform;
}

static uint32_t fill_integer(enum kernel_fill fill, uint64_t index, uint64_t bits)
{
    static const uint32_t extreme[] = {0, 1, UINT32_MAX, UINT32_MAX - 1};
    return fill == KERNEL_FILL_INDEX     ? (uint32_t)index
           : fill == KERNEL_FILL_EXTREME ? extreme[bits & 3]
                                         : (uint32_t)(bits >> 32);
}

static void fill_buffer(struct kernel_run *run, struct kernel_buffer *buffer)
{
    for (uint64_t i = 0; i < buffer->count; i++) {
        uint64_t bits = test_mix(&run->random);
        if (buffer->type == KERNEL_F32)
            ((float *)buffer->host)[i] = (float)fill_float(run->fill, i, bits);
        else if (buffer->type == KERNEL_F64)
            ((double *)buffer->host)[i] = fill_float(run->fill, i, bits);
        else if (buffer->type == KERNEL_U8)
            ((uint8_t *)buffer->host)[i] = (uint8_t)fill_integer(run->fill, i, bits);
        else if (buffer->type == KERNEL_U64)
            ((uint64_t *)buffer->host)[i] = fill_integer(run->fill, i, bits);
        else
            ((uint32_t *)buffer->host)[i] = fill_integer(run->fill, i, bits);
    }
}

struct kernel_buffer *kernel_buffer_add(struct kernel_run *run, const char *name, enum kernel_type type,
                                        enum kernel_role role, uint64_t count)
{
    if (run->buffer_count == KERNEL_CASE_BUFFERS)
        abort(); /* a case with more buffers raises the constant */
    struct kernel_buffer *buffer = &run->buffer[run->buffer_count++];
    *buffer = (struct kernel_buffer){.name = name, .type = type, .role = role, .count = count};
    buffer->bytes = (size_t)count * size_of(type);
    if (count == 0)
        return buffer;
    if (role & KERNEL_INPUT) {
        buffer->host = malloc(buffer->bytes);
        if (buffer->host == NULL)
            run->out_of_memory = true;
        else
            fill_buffer(run, buffer);
    }
    return buffer;
}

static unsigned char guard_of(const struct kernel_buffer *buffer)
{
    return buffer->role == KERNEL_INPUT ? POISON : NUMBER;
}

/* Guard bands, then the role's own contents. */
static lw_status write_buffer(struct kernel_run *run, struct kernel_buffer *buffer, bool workspaces)
{
    if (buffer->count == 0 || (buffer->role == KERNEL_WORKSPACE && !workspaces))
        return LW_SUCCESS;
    lw_status status = lw_memset(run->device, buffer->allocation, guard_of(buffer), buffer->allocation_bytes);
    if (status != LW_SUCCESS)
        return status;
    if (buffer->role & KERNEL_INPUT)
        return lw_memcpy(run->device, buffer->device, buffer->host, buffer->bytes, LW_MEMCPY_HOST_TO_DEVICE);
    return lw_memset(run->device, buffer->device, buffer->role == KERNEL_OUTPUT ? POISON : 0, buffer->bytes);
}

static lw_status write_buffers(struct kernel_run *run, bool workspaces)
{
    lw_status status = lw_stream_synchronize(run->stream);
    for (int i = 0; i < run->buffer_count && status == LW_SUCCESS; i++)
        status = write_buffer(run, &run->buffer[i], workspaces);
    /* Later work may be in another stream than these copies. */
    return status != LW_SUCCESS ? status : lw_stream_synchronize(lw_default_stream(run->device));
}

lw_status kernel_run_open(struct kernel_run *run, lw_device *device, lw_stream *stream, const struct kernel_case *kase,
                          int variant, const struct kernel_shape *shape, enum kernel_fill fill, uint64_t seed)
{
    lw_dim3 own = {0, 0, 0};
    return kernel_run_open_at(run, device, stream, kase, variant, shape, fill, seed, 0, own);
}

lw_status kernel_run_open_at(struct kernel_run *run, lw_device *device, lw_stream *stream,
                             const struct kernel_case *kase, int variant, const struct kernel_shape *shape,
                             enum kernel_fill fill, uint64_t seed, unsigned misalign, lw_dim3 block)
{
    *run = (struct kernel_run){.kase = kase,
                               .variant = &kase->variants[variant],
                               .shape = *shape,
                               .fill = fill,
                               .seed = seed,
                               .random = seed,
                               .device = device,
                               .stream = stream,
                               .block = block,
                               .misalign = misalign};
    kase->prepare(run);
    if (run->out_of_memory)
        return LW_ERROR_OUT_OF_MEMORY;
    for (int i = 0; i < run->buffer_count; i++) {
        struct kernel_buffer *buffer = &run->buffer[i];
        if (buffer->count == 0)
            continue;
        size_t offset = GUARD + misalign * size_of(buffer->type);
        buffer->allocation_bytes = offset + buffer->bytes + GUARD;
        lw_status status = lw_malloc(device, &buffer->allocation, buffer->allocation_bytes);
        if (status != LW_SUCCESS)
            return status;
        buffer->device = (char *)buffer->allocation + offset;
    }
    return write_buffers(run, true);
}

lw_status kernel_run_reset(struct kernel_run *run)
{
    return write_buffers(run, false);
}

lw_status kernel_run_launch(const struct kernel_run *run)
{
    return run->variant->launch(run);
}

void kernel_run_close(struct kernel_run *run)
{
    for (int i = 0; i < run->buffer_count; i++) {
        struct kernel_buffer *buffer = &run->buffer[i];
        lw_free(run->device, buffer->allocation);
        free(buffer->host);
        free(buffer->actual);
        free(buffer->expected);
        free(buffer->magnitude);
    }
    run->buffer_count = 0;
}

/* Whether the bytes around the buffer are as write_buffer() left them. */
bool kernel_guards_intact(const struct kernel_buffer *buffer, const unsigned char *allocation, long long *offset)
{
    size_t before = (size_t)((char *)buffer->device - (char *)buffer->allocation);
    for (size_t i = 0; i < buffer->allocation_bytes; i++) {
        if (i == before)
            i += buffer->bytes;
        if (allocation[i] != guard_of(buffer)) {
            *offset = (long long)i - (long long)before;
            return false;
        }
    }
    return true;
}
