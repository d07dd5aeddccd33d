/* The tests that every kernel case yields: each variant against the reference, and each device against the CPU. */
#include "../kernel_case.h"
#include "harness.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct subject {
    const struct kernel_case *kase;
    int variant;
};

static const unsigned all_fills[] = {KERNEL_FILL_RANDOM, KERNEL_FILL_INTEGERS, KERNEL_FILL_INDEX, KERNEL_FILL_EXTREME,
                                     KERNEL_FILL_NONFINITE};
enum { FILLS = sizeof all_fills / sizeof all_fills[0] };

struct attempt {
    const struct kernel_shape *shape;
    enum kernel_fill fill;
    unsigned misalign;
    lw_dim3 block;
    bool again; /* a second launch, on the first one's workspace */
};

static void describe(const struct attempt *a, char *text, size_t size)
{
    snprintf(text, size, "shape %" PRIu64 " %" PRIu64 " %" PRIu64 ", fill %d, misaligned by %u, block %u %u %u",
             a->shape->dimension[0], a->shape->dimension[1], a->shape->dimension[2], (int)a->fill, a->misalign,
             a->block.x, a->block.y, a->block.z);
}

static void try_once(struct test *t, lw_stream *stream, const struct subject *subject, const struct attempt *a)
{
    char where[160], message[1024] = "";
    describe(a, where, sizeof where);
    struct kernel_run run;
    lw_status status = kernel_run_open_at(&run, t->device, stream, subject->kase, subject->variant, a->shape, a->fill,
                                          t->seed, a->misalign, a->block);
    for (int i = 0; i <= a->again && status == LW_SUCCESS && !t->failed; i++) {
        if (i > 0)
            status = kernel_run_reset(&run);
        if (status == LW_SUCCESS)
            status = kernel_run_launch(&run);
        if (status == LW_SUCCESS && !kernel_run_check(&run, NULL, message, sizeof message))
            test_fail(t, subject->kase->name, i, "%s\nin launch %d with %s", message, i, where);
    }
    if (status != LW_SUCCESS)
        test_fail(t, subject->kase->name, 0, "%s: %s\nwith %s", lw_status_string(status),
                  lw_last_error_message(t->device), where);
    kernel_run_close(&run);
}

static enum kernel_fill first_fill(const struct kernel_case *kase)
{
    return (enum kernel_fill)(kase->fills & -kase->fills);
}

static void correctness(struct test *t)
{
    const struct subject *subject = t->user;
    const struct kernel_case *kase = subject->kase;
    lw_stream *stream;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    for (const struct kernel_shape *shape = kase->shapes; shape->dimension[0] != UINT64_MAX; shape++) {
        struct attempt attempt = {.shape = shape};
        for (int i = 0; i < FILLS; i++) {
            if (!(kase->fills & all_fills[i]))
                continue;
            attempt.fill = (enum kernel_fill)all_fills[i];
            attempt.again = attempt.fill == first_fill(kase);
            CHECK_CALL(try_once(t, stream, subject, &attempt));
        }
        attempt.fill = first_fill(kase);
        attempt.again = false;
        for (attempt.misalign = 1; attempt.misalign <= 2; attempt.misalign++)
            CHECK_CALL(try_once(t, stream, subject, &attempt));
        attempt.misalign = 0;
        for (const lw_dim3 *block = kase->variants[subject->variant].blocks; block && block->x; block++) {
            attempt.block = *block;
            CHECK_CALL(try_once(t, stream, subject, &attempt));
        }
    }
}

/* One shape and fill on this device and on the CPU, from the same seed. */
static void compare_once(struct test *t, lw_device *cpu, const struct attempt *a)
{
    const struct subject *subject = t->user;
    char where[160], message[1024] = "";
    describe(a, where, sizeof where);
    lw_device *devices[2] = {t->device, cpu};
    struct kernel_run runs[2];
    bool good = true;
    int opened = 0;
    while (opened < 2 && good) {
        struct kernel_run *run = &runs[opened];
        lw_device *device = devices[opened++];
        lw_status status = kernel_run_open(run, device, lw_default_stream(device), subject->kase, subject->variant,
                                           a->shape, a->fill, t->seed);
        if (status == LW_SUCCESS)
            status = kernel_run_launch(run);
        good = status == LW_SUCCESS;
        if (!good)
            snprintf(message, sizeof message, "%s: %s", lw_status_string(status), lw_last_error_message(device));
        else
            good = kernel_run_check(run, NULL, message, sizeof message);
    }
    if (good)
        good = kernel_runs_agree(&runs[0], &runs[1], message, sizeof message);
    if (!good)
        test_fail(t, subject->kase->name, 0, "%s\nwith %s", message, where);
    while (opened > 0)
        kernel_run_close(&runs[--opened]);
}

static void agreement(struct test *t)
{
    const struct subject *subject = t->user;
    const struct kernel_case *kase = subject->kase;
    lw_device *cpu;
    CHECK_STATUS(lw_device_open(&cpu, "cpu"), LW_SUCCESS);
    for (const struct kernel_shape *shape = kase->shapes; shape->dimension[0] != UINT64_MAX; shape++) {
        for (int i = 0; i < FILLS && !t->failed; i++) {
            struct attempt attempt = {.shape = shape, .fill = (enum kernel_fill)all_fills[i]};
            if (kase->fills & all_fills[i])
                compare_once(t, cpu, &attempt);
        }
    }
    lw_device_close(cpu);
}

static void add(const char *suite, const struct kernel_case *kase, int variant, struct test_options options,
                void (*body)(struct test *t))
{
    struct {
        struct test_case test;
        struct subject subject;
        char name[96];
    } *made = calloc(1, sizeof *made); /* lives as long as the program */
    if (made == NULL)
        abort();
    snprintf(made->name, sizeof made->name, "%s.%s", kase->name, kase->variants[variant].name);
    made->subject = (struct subject){kase, variant};
    made->test = (struct test_case){.suite = suite,
                                    .name = made->name,
                                    .file = __FILE__,
                                    .line = 0,
                                    .body = body,
                                    .user = &made->subject,
                                    .options = options};
    test_register(&made->test);
}

void test_register_kernel_cases(void)
{
    for (const struct kernel_case *kase = kernel_cases(); kase; kase = kase->next) {
        for (int i = 0; kase->variants[i].name != NULL; i++) {
            add("kernel", kase, i, (struct test_options){0}, correctness);
            add("compare", kase, i, (struct test_options){.cuda_only = true}, agreement);
        }
    }
}
