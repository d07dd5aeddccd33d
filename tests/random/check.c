#include "check.h"

#include <stdio.h>
#include <string.h>

#include <lanewise/launch.h>

#include "program.h"

const char *const random_schedules[RANDOM_SCHEDULES] = {"round-robin", "reverse",  "random:1", "random:2", "random:3",
                                                        "random:4",    "random:5", "pct:2:1",  "pct:3:2",  "starve:0"};

enum { GRID_LANES = RANDOM_MAX_BLOCKS * RANDOM_MAX_LANES, OUT_WORDS = GRID_LANES * RANDOM_VARIABLES };

typedef struct words {
    unsigned in[RANDOM_INPUTS], out[OUT_WORDS], global[RANDOM_ACCUMULATORS], tail[GRID_LANES];
} words;

/* Numbers of all sizes, and some twice. */
static void fill_inputs(unsigned *in)
{
    unsigned x = 12345;
    for (unsigned i = 0; i < RANDOM_INPUTS; i++) {
        x = x * 1664525u + 1013904223u;
        in[i] = i % 4 == 0 ? x >> 28 : i % 4 == 1 ? x >> (x & 31) : x;
    }
}

/* Runs one program on the device: `got` as the host wrote it but for what the kernel changed. */
static lw_status run(lw_device *device, const program *made, words *memory, words *got)
{
    struct {
        const unsigned *in;
        unsigned *out, *global, *tail, n;
    } arguments = {memory->in, memory->out, memory->global, memory->tail, made->n};
    lw_launch_config config = lw_grid(lw_default_stream(device), lw_make_dim3(made->blocks, 1, 1),
                                      lw_make_dim3(made->shape[0], made->shape[1], made->shape[2]),
                                      made->dynamic ? made->lanes * sizeof(unsigned) : 0);
    lw_status status = lw_memcpy(device, memory, got, sizeof *got, LW_MEMCPY_HOST_TO_DEVICE);
    if (!status)
        status = lw_launch_kernel(random_tables[made->number / random_per_table][made->number % random_per_table],
                                  config, &arguments);
    if (!status)
        status = lw_memcpy(device, got, memory, sizeof *got, LW_MEMCPY_DEVICE_TO_HOST);
    return status;
}

/* Says where they differ; false where nowhere. */
static bool differ(const program *made, const words *got, const words *expected, char *text, size_t size)
{
    for (unsigned i = 0; i < OUT_WORDS; i++)
        if (got->out[i] != expected->out[i]) {
            unsigned lane = i / RANDOM_VARIABLES;
            snprintf(text, size, "program %u: v%u of block %u, lane %u is 0x%x, the interpreter says 0x%x",
                     made->number, i % RANDOM_VARIABLES, lane / made->lanes, lane % made->lanes, got->out[i],
                     expected->out[i]);
            return true;
        }
    for (unsigned i = 0; i < RANDOM_ACCUMULATORS; i++)
        if (got->global[i] != expected->global[i]) {
            snprintf(text, size, "program %u: global accumulator %u is 0x%x, the interpreter says 0x%x", made->number,
                     i, got->global[i], expected->global[i]);
            return true;
        }
    for (unsigned i = 0; i < GRID_LANES; i++)
        if (got->tail[i] != expected->tail[i]) {
            snprintf(text, size, "program %u: the tail of block %u, lane %u is 0x%x, the interpreter says 0x%x",
                     made->number, i / made->lanes, i % made->lanes, got->tail[i], expected->tail[i]);
            return true;
        }
    return false;
}

static lw_status check_one(lw_device *device, unsigned number, words *memory, bool *wrong, char *text, size_t size)
{
    program made;
    words expected, got;
    if (!random_generate(&made, number))
        return LW_ERROR_OUT_OF_MEMORY;
    fill_inputs(expected.in);
    memset(expected.out, 0xa5, sizeof expected.out);
    memset(expected.tail, 0xa5, sizeof expected.tail);
    for (unsigned i = 0; i < RANDOM_ACCUMULATORS; i++)
        expected.global[i] = random_accumulator_start(i);
    got = expected;
    random_interpret(&made, expected.in, expected.out, expected.global, expected.tail);
    lw_status status = run(device, &made, memory, &got);
    if (status)
        snprintf(text, size, "program %u: %s", number, lw_last_error_message(device));
    else
        *wrong = differ(&made, &got, &expected, text, size);
    random_free(&made);
    return status;
}

lw_status random_check(lw_device *device, unsigned first, unsigned count, unsigned *wrong, char *message, size_t size)
{
    words *memory;
    lw_status status = lw_malloc(device, (void **)&memory, sizeof *memory);
    *wrong = 0;
    for (unsigned i = 0; i < count && !status; i++) {
        bool differs = false;
        char *text = *wrong ? (char[512]){0} : message;
        status = check_one(device, first + i, memory, &differs, text, *wrong ? 512 : size);
        *wrong += differs;
    }
    if (!status)
        status = lw_free(device, memory);
    return status;
}
