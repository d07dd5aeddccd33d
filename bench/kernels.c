/* Every kernel case at its bench sizes, with its rivals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rival.h"

static struct bench_rival *rivals;

void bench_rival_register(struct bench_rival *rival)
{
    rival->next = rivals;
    rivals = rival;
}

const struct bench_rival *bench_rival_of(const char *kernel)
{
    for (const struct bench_rival *rival = rivals; rival; rival = rival->next)
        if (!strcmp(rival->kernel, kernel))
            return rival;
    return NULL;
}

static double value_at(enum kernel_type type, const void *bytes, uint64_t i)
{
    return type == KERNEL_F32   ? (double)((const float *)bytes)[i]
           : type == KERNEL_F64 ? ((const double *)bytes)[i]
                                : ((const uint8_t *)bytes)[i];
}

/* Whether both answers may be right: sums rounded in another order, a pixel rounded the other way. */
static bool near(enum kernel_type type, uint64_t count, const void *answer, const void *bytes, uint64_t *where)
{
    if (type == KERNEL_U32 || type == KERNEL_U64)
        return !memcmp(answer, bytes, count * (type == KERNEL_U32 ? 4 : 8));
    double largest = 0, allowed = 1;
    for (uint64_t i = 0; type != KERNEL_U8 && i < count; i++)
        largest = fmax(largest, fabs(value_at(type, answer, i)));
    if (type != KERNEL_U8)
        allowed = (type == KERNEL_F32 ? 1e-3 : 1e-12) * (largest + 1);
    for (uint64_t i = 0; i < count; i++) {
        *where = i;
        double one = value_at(type, answer, i), other = value_at(type, bytes, i);
        if (one != other && !(fabs(one - other) <= allowed))
            return false;
    }
    return true;
}

bool bench_is_output(const struct kernel_buffer *buffer)
{
    return buffer->count && (buffer->role == KERNEL_OUTPUT || buffer->role == KERNEL_INOUT);
}

bool bench_near(bench_contender *self, bench_subject *subject, int index, const struct kernel_buffer *buffer,
                const void *bytes)
{
    size_t size = buffer->bytes;
    uint64_t where = 0;
    if (!subject->answer[index]) {
        subject->answer[index] = malloc(size);
        if (!subject->answer[index]) {
            snprintf(self->message, sizeof self->message, "out of memory");
            return false;
        }
        memcpy(subject->answer[index], bytes, size);
        return true;
    }
    if (near(buffer->type, buffer->count, subject->answer[index], bytes, &where))
        return true;
    snprintf(self->message, sizeof self->message, "its answer differs from the first contender's at element %llu",
             (unsigned long long)where);
    return false;
}

bool bench_near_device(bench_contender *self, bench_subject *subject, const struct kernel_run *run)
{
    bool good = true;
    for (int i = 0; good && i < run->buffer_count; i++) {
        const struct kernel_buffer *buffer = &run->buffer[i];
        if (!bench_is_output(buffer))
            continue;
        void *bytes = malloc(buffer->bytes);
        good = bytes &&
               lw_memcpy(run->device, bytes, buffer->device, buffer->bytes, LW_MEMCPY_DEVICE_TO_HOST) == LW_SUCCESS;
        if (good)
            good = bench_near(self, subject, i, buffer, bytes);
        else
            snprintf(self->message, sizeof self->message, "the output could not be read back");
        free(bytes);
    }
    return good;
}

static void forget_answer(bench_subject *subject)
{
    for (int i = 0; i < KERNEL_CASE_BUFFERS; i++) {
        free(subject->answer[i]);
        subject->answer[i] = NULL;
    }
}

static void describe(bench_work *work, const bench_subject *subject, char *name, size_t size)
{
    const struct kernel_case *kase = subject->kase;
    const uint64_t *dimension = subject->shape->dimension;
    snprintf(name, size, "%s.%s", kase->name, kase->variants[subject->variant].name);
    *work = (bench_work){.name = name, .units = 1};
    size_t used = 0;
    if (kase->describe)
        kase->describe(subject->shape, work->size, sizeof work->size);
    for (int i = 0; !kase->describe && i < KERNEL_CASE_DIMENSIONS && dimension[i] && used < sizeof work->size; i++)
        used += (size_t)snprintf(work->size + used, sizeof work->size - used, "%s%llu", i ? "x" : "",
                                 (unsigned long long)dimension[i]);
    work->bytes = kase->bytes ? kase->bytes(subject->shape) : 0;
    work->flops = kase->flops ? kase->flops(subject->shape) : 0;
}

/* What a device does in about a second; threads on a CPU take some 10 ns each. */
static bool small_enough(const bench_work *work, bool cuda, bool quick)
{
    double bytes = cuda ? (quick ? 0x1p28 : 0x1p34) : quick ? 0x1p24 : 0x3p28;
    double flops = cuda ? (quick ? 0x1p32 : 0x1p40) : quick ? 0x1p28 : 0x1p31;
    return work->bytes <= bytes && work->flops <= flops;
}

static void bench_one(const bench_options *options, const struct kernel_case *kase, int variant,
                      const struct kernel_shape *shape, const char *kind)
{
    bench_contender contender[BENCH_CONTENDERS];
    bench_subject subject = {
        .kase = kase, .variant = variant, .shape = shape, .rival = bench_rival_of(kase->name), .options = options};
    bench_work work;
    char name[80];
    bool cuda = !strcmp(kind, "cuda");
    describe(&work, &subject, name, sizeof name);
    if (!bench_selected(options, name) || !small_enough(&work, cuda, options->quick))
        return;
    memset(contender, 0, sizeof contender);
    unsigned count = cuda ? bench_add_cuda(&subject, contender, 0) : bench_add_cpu(&subject, contender, 0);
    bench_measure(contender, count, options->runs, cuda ? 1e7 : 2e7);
    bench_report(options, &work, contender, count);
    if (cuda)
        bench_release_cuda(&subject);
    else
        bench_release_cpu(&subject);
    forget_answer(&subject);
}

static void bench_shapes(const bench_options *options, const struct kernel_case *kase, int variant,
                         const struct kernel_shape *shapes, const char *kind)
{
    for (; shapes && shapes->dimension[0] != UINT64_MAX; shapes++)
        bench_one(options, kase, variant, shapes, kind);
}

void bench_kernels(const bench_options *options)
{
    static const char *const kinds[] = {"cpu", "cuda"};
    for (const struct kernel_case *kase = kernel_cases(); kase; kase = kase->next)
        for (int variant = 0; kase->variants[variant].name; variant++)
            for (int i = 0; i < 2; i++)
                if (bench_uses(options, kinds[i]) && (i == 0 || bench_cuda_name()))
                    bench_shapes(options, kase, variant, kase->bench_shapes, kinds[i]);
}
