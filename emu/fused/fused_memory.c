/* Memory of a fused block's threads: arrays by linear thread id, one after the other, in memory of the worker. */
#include "fused_inside.h"

#include <stdlib.h>

static size_t reserve(size_t *size, size_t bytes)
{
    size_t at = *size;
    *size = (at + bytes + 63) / 64 * 64;
    return at;
}

void emu_fused_allocate(emu_worker *worker, const emu_fused_kernel *kernel)
{
    emu_fused_frame *frame = &worker->frame;
    size_t stride = (worker->threads + 63) / 64 * 64, size = 0;
    size_t state = reserve(&size, stride * sizeof *frame->state), mask = reserve(&size, stride * sizeof *frame->mask);
    size_t value = reserve(&size, stride * sizeof *frame->value),
           operand = reserve(&size, stride * sizeof *frame->operand);
    size_t slots = reserve(&size, kernel->tile ? stride * sizeof(uint64_t) : 0);
    size_t rows = reserve(&size, stride * sizeof *worker->fused_rows);
    size_t uniform = reserve(&size, kernel->uniform_size), context = reserve(&size, kernel->context_size);
    if (size > worker->fused_size) {
        char *memory = emu_allocation_fails && emu_allocation_fails() ? 0 : aligned_alloc(64, size);
        if (!memory)
            emu_fail_saying(worker, LW_ERROR_OUT_OF_MEMORY, 0,
                            "out of memory: %zu bytes for values that the block's threads keep across barriers", size);
        free(worker->fused_memory);
        worker->fused_memory = memory;
        worker->fused_size = size;
    }
    char *memory = worker->fused_memory;
    frame->state = (uint16_t *)(void *)(memory + state);
    frame->mask = (uint32_t *)(void *)(memory + mask);
    frame->value = (uint64_t *)(void *)(memory + value);
    frame->operand = (uint32_t *)(void *)(memory + operand);
    worker->fused_rows = (emu_fused_row *)(void *)(memory + rows);
    frame->tile_slots = memory + slots;
    frame->uniform = memory + uniform;
    frame->context = memory + context;
}

void emu_fused_free(emu_worker *worker)
{
    free(worker->fused_memory);
}
