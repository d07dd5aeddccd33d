/* Lanewise's contenders: the kernel on one of the emulator's engines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanewise/descriptor.h>

#include "fused.h"

static lw_device *device;

bool fused_has_copy(const lw_kernel *kernel)
{
    for (int level = 0; level < LW_CPU_LEVELS; level++)
        if (kernel->fused[level])
            return true;
    return false;
}

static bool complain(fused_entry *entry)
{
    snprintf(entry->message, sizeof entry->message, "%.190s", lw_last_error_message(NULL));
    return false;
}

static bool open_engine(fused_entry *entry)
{
    char workers[16];
    snprintf(workers, sizeof workers, "%d", entry->threads);
    if (setenv("LANEWISE_ENGINE", entry->setting, 1) || setenv("LANEWISE_WORKERS", workers, 1) ||
        lw_device_open(&device, "cpu"))
        return complain(entry);
    for (int i = 0; i < FUSED_BUFFERS; i++) {
        size_t bytes = fused_bytes(&entry->subject->buffer[i]);
        if (bytes == 0)
            continue;
        if (lw_malloc(device, &entry->buffer[i], bytes) || lw_memset(device, entry->buffer[i], 0, bytes))
            return complain(entry);
        if (entry->data->input[i] &&
            lw_memcpy(device, entry->buffer[i], entry->data->input[i], bytes, LW_MEMCPY_HOST_TO_DEVICE))
            return complain(entry);
    }
    return true;
}

static bool run(fused_entry *entry)
{
    lw_stream *stream = lw_default_stream(device);
    if (entry->subject->launch(entry->subject, stream, entry->buffer) || lw_stream_synchronize(stream))
        return complain(entry);
    return true;
}

static const void *output(fused_entry *entry)
{
    int which = entry->data->output;
    size_t bytes = fused_bytes(&entry->subject->buffer[which]);
    void *copy = malloc(bytes);
    if (!copy || lw_memcpy(device, copy, entry->buffer[which], bytes, LW_MEMCPY_DEVICE_TO_HOST)) {
        fprintf(stderr, "lanewise-bench-fused: %s\n", copy ? lw_last_error_message(NULL) : "no memory");
        abort();
    }
    return copy;
}

const fused_way fused_on_engine = {open_engine, run, output};
