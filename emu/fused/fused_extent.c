/* Blocks in which some threads have ended, such as those beyond the end of an array. If the others form a smaller
 * block, they continue together. */
#include "fused_inside.h"

#include <string.h>

/* Many states as one vector, because they are compared often. Their array is aligned to it and padded. */
enum { AT_ONCE = 32 };
typedef uint16_t states __attribute__((vector_size(2 * AT_ONCE), may_alias));

/* The state of all threads of the block, or MIXED. */
static unsigned state_of_all(const emu_worker *worker)
{
    const uint16_t *state = worker->frame.state;
    unsigned i = 0, differ = 0;
    if (state[0] != state[worker->threads - 1])
        return EMU_FUSED_MIXED;
    states differ_at_once = {0};
    for (; i + AT_ONCE <= worker->threads; i += AT_ONCE)
        differ_at_once |= *(const states *)(const void *)(state + i) ^ state[0];
    for (; i < worker->threads; i++)
        differ |= state[i] ^ state[0];
    for (int k = 0; k < AT_ONCE; k++)
        differ |= differ_at_once[k];
    return differ ? EMU_FUSED_MIXED : state[0];
}

static bool has_states(const uint16_t *array, unsigned first, unsigned end, unsigned state)
{
    unsigned differ = 0;
    for (unsigned i = first; i < end; i++)
        differ |= array[i] ^ state;
    return !differ;
}

/* The common state of the threads that have not ended, if these are the threads with x, y and z below some `extent`;
 * else MIXED. */
static unsigned state_of_extent(const emu_worker *worker, unsigned *extent)
{
    const uint16_t *row = worker->frame.state;
    unsigned width = worker->shape.x, height = worker->shape.y, rows = height * worker->shape.z, state = row[0], x = 0,
             count = 0;
    while (x < width && row[x] == state)
        x++;
    for (; count < rows && has_states(row, 0, x, state) && has_states(row, x, width, EMU_FUSED_ENDED); count++)
        row += width;
    if (state == EMU_FUSED_ENDED || !has_states(row, 0, (rows - count) * width, EMU_FUSED_ENDED) ||
        (count > height && count % height))
        return EMU_FUSED_MIXED;
    extent[0] = x;
    extent[1] = count < height ? count : height;
    extent[2] = count / extent[1];
    return state;
}

unsigned emu_fused_common_state(emu_worker *worker, const emu_fused_kernel *kernel)
{
    emu_fused_frame *frame = &worker->frame;
    unsigned state = state_of_all(worker), extent[3] = {0};
    if (state != EMU_FUSED_MIXED || kernel->extents == EMU_FUSED_WHOLE)
        return state;
    state = state_of_extent(worker, extent);
    bool is_prefix = extent[0] == worker->shape.x || extent[1] * extent[2] == 1;
    if (state == EMU_FUSED_MIXED || (kernel->extents == EMU_FUSED_PREFIX && !is_prefix))
        return EMU_FUSED_MIXED;
    memcpy(frame->extent, extent, sizeof extent);
    frame->end = frame->block[0] + 1; /* the next block is whole again */
    return state;
}

static void fill_states(uint16_t *state, unsigned count, unsigned value)
{
    enum { PART = 8 };
    uint16_t part[PART];
    for (unsigned i = 0; i < PART; i++)
        part[i] = (uint16_t)value;
    unsigned i = 0;
    for (; i + PART <= count; i += PART)
        memcpy(state + i, part, sizeof part);
    for (; i < count; i++)
        state[i] = (uint16_t)value;
}

void emu_fused_split_rows(emu_fused_frame *frame, unsigned rows, unsigned length, uint64_t count, unsigned first,
                          unsigned second)
{
    unsigned split = count < length ? (unsigned)count : length;
    for (unsigned row = 0; row < rows; row++) {
        uint16_t *state = frame->state + row * frame->block_dim[0];
        fill_states(state, split, first);
        fill_states(state + split, length - split, second);
    }
}

void emu_fused_set_states(emu_worker *worker, unsigned state)
{
    const emu_fused_frame *frame = &worker->frame;
    if (emu_fused_is_whole(frame)) {
        states all = (states){0} + (uint16_t)state;
        for (unsigned i = 0; i < worker->threads; i += AT_ONCE)
            *(states *)(void *)(frame->state + i) = all;
        return;
    }
    for (unsigned row = 0; row < frame->extent[1] * frame->extent[2]; row++)
        fill_states(frame->state + row * worker->shape.x, frame->extent[0], state);
}
