/* How an idiom runs: its kernel on an engine, or its loop from a library that gcc or clang made. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "idioms.h"

static const idiom *idiom_of(const fused_subject *subject)
{
    return (const idiom *)subject;
}

/* ---- inputs and the expected output ---- */

static uint32_t random_at(uint32_t i)
{
    i = (i ^ i >> 16) * 0x7feb352du;
    i = (i ^ i >> 15) * 0x846ca68bu;
    return i ^ i >> 16;
}

static double value_at(const idiom *self, int buffer, size_t i)
{
    uint32_t bits = random_at((uint32_t)i * 8 + (uint32_t)buffer + 1);
    switch (self->fill[buffer]) {
    case IDIOM_SMALL: return (double)(bits % 16) - 8;
    case IDIOM_SIGNED: return (bits >> 8) * 0x1p-23 - 1;
    case IDIOM_POSITIVE: return (bits >> 8) * 0x1p-24 + 0.5;
    case IDIOM_BELOW: return bits % self->limit[buffer];
    case IDIOM_DIGITS: return '0' + bits % 6;
    case IDIOM_ROWS: return 16.0 * (double)i + bits % 8;
    case IDIOM_OUTPUT: break;
    }
    return 0;
}

static void fill(const fused_subject *subject, int which, void *memory)
{
    const fused_buffer *buffer = &subject->buffer[which];
    for (size_t i = 0; i < buffer->count; i++) {
        double value = value_at(idiom_of(subject), which, i);
        if (buffer->type == FUSED_F32)
            ((float *)memory)[i] = (float)value;
        else if (buffer->type == FUSED_U32)
            ((uint32_t *)memory)[i] = (uint32_t)(int64_t)value;
        else
            ((uint8_t *)memory)[i] = (uint8_t)(int64_t)value;
    }
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The loop itself, compiled without OpenMP and for the oldest processor. */
static void reference(const fused_subject *subject, void *const *input, double *expected)
{
    const idiom *self = idiom_of(subject);
    void *memory[FUSED_BUFFERS];
    for (int i = 0; i < FUSED_BUFFERS; i++)
        memory[i] = input[i] ? input[i] : calloc(1, fused_bytes(&subject->buffer[i]) + 1);
    self->reference(self->n, self->m, memory);
    for (int i = 0; i < FUSED_BUFFERS; i++) {
        const fused_buffer *buffer = &subject->buffer[i];
        for (size_t k = 0; buffer->is_output && k < buffer->count; k++)
            expected[k] = buffer->type == FUSED_F32   ? (double)((const float *)memory[i])[k]
                          : buffer->type == FUSED_U32 ? (double)((const uint32_t *)memory[i])[k]
                                                      : (double)((const uint8_t *)memory[i])[k];
        if (buffer->is_output && self->unordered)
            qsort(expected, buffer->count, sizeof *expected, compare_doubles);
        if (!input[i])
            free(memory[i]);
    }
}

static const void *ordered(const fused_entry *entry, const void *output)
{
    const fused_buffer *buffer = &entry->subject->buffer[entry->data->output];
    if (!idiom_of(entry->subject)->unordered)
        return output;
    float *copy = malloc(fused_bytes(buffer));
    if (!copy)
        abort();
    memcpy(copy, output, fused_bytes(buffer));
    qsort(copy, buffer->count, sizeof *copy, compare_floats);
    return copy;
}

/* ---- the kernel ---- */

static lw_status launch(const fused_subject *subject, lw_stream *stream, void *const *buffer)
{
    const idiom *self = idiom_of(subject);
    struct {
        int n, m;
        void *buffer[FUSED_BUFFERS];
    } arguments = {.n = self->n, .m = self->m};
    memcpy(arguments.buffer, buffer, sizeof arguments.buffer);
    for (int i = 0; i < FUSED_BUFFERS; i++)
        if (self->clear >> i & 1) {
            lw_status status = lw_memset_async(stream, buffer[i], 0, fused_bytes(&subject->buffer[i]));
            if (status)
                return status;
        }
    lw_launch_config config = lw_grid(stream, self->grid, self->block, self->dynamic_shared);
    config.cooperative = self->cooperative;
    return lw_launch_kernel(subject->kernel, config, &arguments);
}

static bool open_engine(fused_entry *entry)
{
    return fused_on_engine.open(entry);
}

static bool run_engine(fused_entry *entry)
{
    return fused_on_engine.run(entry);
}

static const void *engine_output(fused_entry *entry)
{
    return ordered(entry, fused_on_engine.output(entry));
}

const fused_way idiom_on_engine = {open_engine, run_engine, engine_output};

/* ---- the loop ---- */

static void (*loop)(int n, int m, void *const *buffer);

/* Each library has an OpenMP runtime of its own, gcc's or clang's; a process loads one of them. */
static bool open_loop(fused_entry *entry)
{
    char path[400], threads[16];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 100);
    char *end = length > 0 ? memrchr(path, '/', (size_t)length) : NULL;
    if (!end)
        return false;
    snprintf(end + 1, 99, "%s", entry->setting);
    snprintf(threads, sizeof threads, "%d", entry->threads);
    setenv("OMP_NUM_THREADS", threads, 1);
    setenv("OMP_DYNAMIC", "false", 1);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    entry->skipped = !library && access(path, F_OK);
    if (!library) {
        snprintf(entry->message, sizeof entry->message, "%.190s", dlerror());
        return false;
    }
    *(void **)&loop = dlsym(library, idiom_of(entry->subject)->loop);
    if (!loop)
        snprintf(entry->message, sizeof entry->message, "%.190s", dlerror());
    return loop && fused_host_buffers(entry);
}

static bool run_loop(fused_entry *entry)
{
    loop(idiom_of(entry->subject)->n, idiom_of(entry->subject)->m, entry->buffer);
    return true;
}

static const void *loop_output(fused_entry *entry)
{
    return ordered(entry, entry->buffer[entry->data->output]);
}

const fused_way idiom_by_loop = {open_loop, run_loop, loop_output};

void idiom_prepare(idiom *self)
{
    self->subject.fill = fill;
    self->subject.reference = reference;
    self->subject.launch = launch;
}
