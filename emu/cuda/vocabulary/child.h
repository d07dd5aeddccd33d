/* Launches from kernels, and the device runtime's streams, events, copies and queries. */
#ifndef VOCABULARY_CHILD_H
#define VOCABULARY_CHILD_H

#include "vocabulary.h"
#include "../../../backends/cpu/language/child.h"

/* As emu/cuda/children.c fills it. */
typedef struct lw_cuda_configuration {
    lw_dim3 grid, block;
    size_t shared;
    void *stream;
} lw_cuda_configuration;

PLACED(lw_cuda_child_launch, "<<<>>>", void, const lw_kernel *kernel, const lw_cuda_configuration *how,
       const void *arguments, const emu_site *site)
{
    lw_cpu_child_launch(kernel, how->stream, how->grid, how->block, how->shared, arguments, site);
}

WORD int lw_cuda_child_error(int clear)
{
    return lw_cpu_child_error(clear);
}

WORD int lw_cuda_child_failed(int error)
{
    return lw_cpu_child_failed(error);
}

WORD int lw_cuda_child_stream_create(void **stream, unsigned flags)
{
    return lw_cpu_child_stream_create(stream, flags);
}

WORD int lw_cuda_child_stream_destroy(void *stream)
{
    return lw_cpu_child_stream_destroy(stream);
}

WORD int lw_cuda_child_stream_wait_event(void *stream, void *event, unsigned flags)
{
    return lw_cpu_child_stream_wait_event(stream, event, flags);
}

WORD int lw_cuda_child_event_create(void **event, unsigned flags)
{
    return lw_cpu_child_event_create(event, flags);
}

WORD int lw_cuda_child_event_destroy(void *event)
{
    return lw_cpu_child_event_destroy(event);
}

WORD int lw_cuda_child_event_record(void *event, void *stream)
{
    return lw_cpu_child_event_record(event, stream);
}

WORD int lw_cuda_child_transfer(void *to, const void *from, int value, size_t size, int kind, void *stream)
{
    return lw_cpu_child_transfer(to, from, value, size, kind, stream);
}

WORD int lw_cuda_child_device(void)
{
    return lw_cpu_child_device();
}

WORD int lw_cuda_child_device_count(void)
{
    return lw_cpu_child_device_count();
}

WORD int lw_cuda_child_attribute(int *value, int attribute, int device)
{
    return lw_cpu_child_attribute(value, attribute, device);
}

WORD int lw_cuda_child_limit(size_t *value, int limit)
{
    return lw_cpu_child_limit(value, limit);
}

#endif
