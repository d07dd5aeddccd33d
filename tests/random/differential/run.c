/* differential-run [--reference WAY] [--features FILE] [--indices] WAY...
 *
 * Runs all programs that are linked in on fibers and by each way, with the same inputs, several shapes and counts, and compares all that they write, byte by byte, and what they
 * must not write. Ways: fused, fused-v2, fused-v3, fused-v4 (loops over threads, of a level of x86-64), fiber, checked,
 * fiber-reverse, fiber-random (fibers under a schedule), one-thread (fibers run the functions that a pass left). Prints TAP: a line for each way, before it a
 * comment for each program that differs; exits with 1 if any does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <emu/fused/fused.h>
#include <lanewise/descriptor.h>

#include "arena.h"
#include "features.h"
#include "launches.h"
#include "one_thread.h"

typedef struct outcome {
    int status[LAUNCHES];
    char message[256];
    int inputs_changed;
} outcome;

/* What a child process writes and the parent reads. */
typedef struct results {
    outcome *outcomes; /* one more than programs: its first status is the number of the program that runs */
    unsigned count;
    char *bytes; /* of each program: LAUNCHES times what its outputs hold */
    size_t size;
} results;

static arena memory;
static bool indices; /* prints `differs INDEX` for each program that differs to stderr */

static void *shared_pages(size_t size)
{
    void *made = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED) {
        perror("differential-run: mmap");
        exit(2);
    }
    return made;
}

static bool is_written(unsigned number)
{
    return parameters[number].kind != PARAMETER_INPUT && parameters[number].kind != PARAMETER_VALUE;
}

static size_t bytes_of(const differential_program *of)
{
    size_t bytes = 0;
    for (unsigned i = 0; i < of->parameter_count; i++)
        bytes += is_written(of->parameter[i]) ? memory.length[of->parameter[i]] : 0;
    return bytes;
}

/* ---- in the child ---- */
static size_t add_argument(char *to, size_t at, const void *value, size_t size, size_t alignment)
{
    at = (at + alignment - 1) / alignment * alignment;
    memcpy(to + at, value, size);
    return at + size;
}

static void make_arguments(const differential_program *of, const launch *l, char *device, char *to)
{
    size_t at = 0;
    for (unsigned i = 0; i < of->parameter_count; i++) {
        parameter_number number = (parameter_number)of->parameter[i];
        char *pointer = device + memory.begin[number];
        switch (number) {
        case P_n: at = add_argument(to, at, &l->n, 4, 4); break;
        case P_m: at = add_argument(to, at, &l->m, 4, 4); break;
        case P_w: at = add_argument(to, at, &l->w, 4, 4); break;
        case P_h: at = add_argument(to, at, &l->h, 4, 4); break;
        case P_cols: at = add_argument(to, at, &l->cols, 4, 4); break;
        case P_stride: at = add_argument(to, at, &l->stride, 4, 4); break;
        case P_xs: at = add_argument(to, at, &l->xs, 8, 8); break;
        case P_alpha: at = add_argument(to, at, &l->alpha, 4, 4); break;
        case P_beta: at = add_argument(to, at, &l->beta, 8, 8); break;
        case P_set: at = add_argument(to, at, &l->set, sizeof l->set, 8); break;
        default: at = add_argument(to, at, &pointer, 8, 8);
        }
    }
}

static lw_status run_once(lw_device *device, char *base, const differential_program *of, unsigned number, char *to)
{
    _Alignas(16) char arguments[256] = {0};
    launch l = make_launch(of, number);
    make_arguments(of, &l, base, arguments);
    lw_status status = LW_SUCCESS;
    for (unsigned i = 0; i < of->parameter_count && !status; i++) {
        unsigned p = of->parameter[i];
        if (is_written(p))
            status = lw_memcpy(device, base + memory.start[p], memory.initial + memory.start[p], memory.length[p],
                               LW_MEMCPY_HOST_TO_DEVICE);
    }
    lw_launch_config config = {.stream = lw_default_stream(device),
                               .grid = {l.grid[0], l.grid[1], l.grid[2]},
                               .block = {l.block[0], l.block[1], l.block[2]},
                               .dynamic_shared = (size_t)of->dynamic * l.block[0] * l.block[1] * l.block[2]};
    if (!status)
        status = lw_launch_kernel(of->kernel, config, arguments);
    for (unsigned i = 0; i < of->parameter_count && !status; i++) {
        unsigned p = of->parameter[i];
        if (!is_written(p))
            continue;
        status = lw_memcpy(device, to, base + memory.start[p], memory.length[p], LW_MEMCPY_DEVICE_TO_HOST);
        to += memory.length[p];
    }
    return status;
}

static lw_device *open_device(char **base)
{
    lw_device *device = NULL;
    lw_status status = lw_device_open(&device, "cpu");
    if (!status)
        status = lw_malloc(device, (void **)base, memory.size);
    if (!status)
        status = lw_memcpy(device, *base, memory.initial, memory.size, LW_MEMCPY_HOST_TO_DEVICE);
    if (status) {
        fprintf(stderr, "differential-run: %s\n", lw_last_error_message(device));
        _exit(3);
    }
    return device;
}

static void run_programs(const differential_program *programs, unsigned first, unsigned count, results *to)
{
    char *base, *bytes = to->bytes, *copy = malloc(memory.inputs);
    lw_device *device = open_device(&base);
    for (unsigned i = 0; i < count; i++) {
        size_t each = bytes_of(&programs[i]);
        outcome *o = &to->outcomes[i];
        to->outcomes[to->count].status[0] = (int)i;
        for (unsigned l = 0; l < LAUNCHES && i >= first; l++) {
            o->status[l] = (int)run_once(device, base, &programs[i], l, bytes + l * each);
            if (o->status[l]) {
                snprintf(o->message, sizeof o->message, "%s", lw_last_error_message(device));
                lw_device_close(device);
                device = open_device(&base);
            }
        }
        bytes += LAUNCHES * each;
        if (i >= first && copy && !lw_memcpy(device, copy, base, memory.inputs, LW_MEMCPY_DEVICE_TO_HOST))
            o->inputs_changed = memcmp(copy, memory.initial, memory.inputs) != 0;
    }
    to->outcomes[to->count].status[0] = (int)count;
    lw_device_close(device);
}

/* ---- in the parent ---- */
static void set_way(const char *way)
{
    const char *detail = strchr(way, '-');
    char engine[16];
    snprintf(engine, sizeof engine, "%.*s", (int)(detail ? detail - way : 15), way);
    setenv("LANEWISE_ENGINE", strcmp(way, "one-thread") == 0 ? "fiber" : engine, 1);
    setenv("LANEWISE_TIMEOUT", "20", 0);
    unsetenv("LANEWISE_SCHEDULE");
    if (detail && strcmp(engine, "fused") == 0)
        setenv("LANEWISE_CPU", detail + 1, 1);
    else if (strcmp(way, "one-thread") == 0)
        setenv("LANEWISE_WORKERS", "1", 1);
    else if (detail)
        setenv("LANEWISE_SCHEDULE", strcmp(detail + 1, "random") == 0 ? "random:1" : detail + 1, 1);
}

/* A program that ends the process is noted, and the others are run by another process. */
static void run_way(const char *way, const differential_program *programs, unsigned count, results *to)
{
    for (unsigned first = 0; first < count;) {
        fflush(stdout);
        pid_t child = fork();
        int status;
        if (child == 0) {
            set_way(way);
            for (unsigned i = 0; i < count && strcmp(way, "one-thread") == 0; i++)
                use_one_thread(programs[i].kernel);
            run_programs(programs, first, count, to);
            _exit(0);
        }
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            return;
        unsigned at = (unsigned)to->outcomes[to->count].status[0];
        if (at >= count)
            return;
        for (int l = 0; l < LAUNCHES; l++)
            to->outcomes[at].status[l] = -1;
        snprintf(to->outcomes[at].message, sizeof to->outcomes[at].message, "the process ended with %s %d",
                 WIFSIGNALED(status) ? "signal" : "status",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        first = at + 1;
    }
}

static void print_value(const parameter *p, const char *at)
{
    float f;
    double d;
    long long l = 0;
    switch (p->type) {
    case TYPE_FLOAT:
    case TYPE_FLOAT4:
        memcpy(&f, at, 4);
        printf("%.9g", (double)f);
        break;
    case TYPE_DOUBLE:
        memcpy(&d, at, 8);
        printf("%.17g", d);
        break;
    default: memcpy(&l, at, type_sizes[p->type] < 8 ? type_sizes[p->type] : 8); printf("0x%llx", l);
    }
}

static void print_launch(const differential_program *of, unsigned number)
{
    launch l = make_launch(of, number);
    printf("grid %u,%u,%u block %u,%u,%u n=%d m=%d w=%d h=%d cols=%d stride=%d xs=%d", l.grid[0], l.grid[1], l.grid[2],
           l.block[0], l.block[1], l.block[2], l.n, l.m, l.w, l.h, l.cols, l.stride, (int)l.xs);
}

/* A NaN's bits are the processor's own, so that one is as good as another. */
static bool is_nan(value_type type, const char *at)
{
    float f;
    double d;
    unsigned short half;
    switch (type) {
    case TYPE_FLOAT: memcpy(&f, at, 4); return f != f;
    case TYPE_DOUBLE: memcpy(&d, at, 8); return d != d;
    case TYPE_HALF: memcpy(&half, at, 2); return (half & 0x7fff) > 0x7c00;
    default: return false;
    }
}

static bool equal(value_type type, const char *a, const char *b)
{
    if (type == TYPE_FLOAT4) {
        for (int i = 0; i < 16; i += 4)
            if (!equal(TYPE_FLOAT, a + i, b + i))
                return false;
        return true;
    }
    return memcmp(a, b, type_sizes[type]) == 0 || (is_nan(type, a) && is_nan(type, b));
}

/* Says where launch `number` differs; false where nowhere. */
static bool differs(const char *way, const differential_program *of, unsigned number, const char *got,
                    const char *expected)
{
    for (unsigned i = 0; i < of->parameter_count; i++) {
        const parameter *p = &parameters[of->parameter[i]];
        if (!is_written(of->parameter[i]))
            continue;
        size_t length = memory.length[of->parameter[i]],
               guard = memory.begin[of->parameter[i]] - memory.start[of->parameter[i]];
        size_t size = type_sizes[p->type], count = 0, first = 0;
        if (memcmp(got, expected, length) != 0)
            for (size_t j = length; j > 0; j -= size)
                if (!equal(p->type, got + j - size, expected + j - size))
                    first = j - size, count++;
        if (count) {
            printf("# p%u %s: %s[%ld] is ", of->seed, way, p->name, (long)(first / size) - (long)(guard / size));
            print_value(p, got + first);
            printf(", expected ");
            print_value(p, expected + first);
            printf(" (%zu elements differ); ", count);
            print_launch(of, number);
            printf("\n");
            return true;
        }
        got += length;
        expected += length;
    }
    return false;
}

typedef struct totals {
    unsigned programs, differ, fail, stay_fibers;
} totals;

static unsigned compare(const char *way, const differential_program *programs, unsigned count, const results *got,
                        const results *expected, totals *sum)
{
    size_t at = 0;
    for (unsigned i = 0; i < count; i++) {
        const outcome *o = &got->outcomes[i], *e = &expected->outcomes[i];
        size_t each = bytes_of(&programs[i]);
        bool wrong = false, failed = false, reference_failed = false;
        for (unsigned l = 0; l < LAUNCHES && !wrong && !failed; l++) {
            if (o->status[l] || e->status[l]) {
                printf("# p%u %s: fails (%s; reference: %s); ", programs[i].seed, way, o->status[l] ? o->message : "no",
                       e->status[l] ? e->message : "no");
                print_launch(&programs[i], l);
                printf("\n");
                failed = true;
                reference_failed = e->status[l] != 0;
            } else {
                wrong = differs(way, &programs[i], l, got->bytes + at + l * each, expected->bytes + at + l * each);
            }
        }
        if (!failed && !wrong && (o->inputs_changed || e->inputs_changed)) {
            printf("# p%u %s: writes to an input\n", programs[i].seed, way);
            wrong = true;
        }
        if (indices && (wrong || (failed && !reference_failed)))
            fprintf(stderr, "differs %u\n", i);
        sum->programs++;
        sum->differ += wrong;
        sum->fail += failed;
        at += LAUNCHES * each;
    }
    return sum->differ + sum->fail;
}

/* The level whose loops run: that of the way, or the highest that the file has. */
static unsigned count_fibers(const char *way, const differential_program *programs, unsigned count)
{
    unsigned fibers = 0;
    for (unsigned i = 0; i < count && strcmp(way, "one-thread") == 0; i++)
        fibers += !has_one_thread(programs[i].kernel);
    if (strncmp(way, "fused", 5) != 0)
        return fibers;
    for (unsigned i = 0; i < count; i++) {
        const char *reason = "it has no loops";
        for (int level = way[5] ? way[7] - '2' : 2; level >= 0; level--) {
            const struct emu_fused_kernel *copy = programs[i].kernel->fused[level];
            if (copy) {
                reason = copy->reason;
                break;
            }
            if (way[5])
                break;
        }
        if (reason) {
            fibers++;
            printf("# p%u %s: stays on fibers: %s\n", programs[i].seed, way, reason);
        }
    }
    return fibers;
}

static results make_results(const differential_program *programs, unsigned count)
{
    results made = {0};
    for (unsigned i = 0; i < count; i++)
        made.size += LAUNCHES * bytes_of(&programs[i]);
    made.count = count;
    made.outcomes = shared_pages((count + 1) * sizeof(outcome));
    made.bytes = shared_pages(made.size + 1);
    return made;
}

static void print_features(const char *path)
{
#define TEXT(name, text) text,
    static const char *const names[] = {FEATURE_LIST(TEXT)};
    static unsigned pairs[FEATURES][FEATURES];
    FILE *to = fopen(path, "w");
    if (!to)
        return;
    for (unsigned f = 0; f < differential_file_count; f++)
        for (unsigned i = 0; i < differential_files[f].count; i++)
            for (unsigned a = 0; a < FEATURES; a++)
                for (unsigned b = 0; b < FEATURES; b++) {
                    unsigned long long has = differential_files[f].programs[i].features;
                    pairs[a][b] += (unsigned)(has >> a & has >> b & 1);
                }
    for (unsigned a = 0; a < FEATURES; a++) {
        fprintf(to, "%s", names[a]);
        for (unsigned b = 0; b < FEATURES; b++)
            fprintf(to, "\t%u", pairs[a][b]);
        fprintf(to, "\n");
    }
    fclose(to);
}

int main(int argc, char **argv)
{
    const char *reference = "fiber", *ways[16];
    unsigned way_count = 0;
    totals sums[16] = {0};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--reference") == 0 && i + 1 < argc)
            reference = argv[++i];
        else if (strcmp(argv[i], "--features") == 0 && i + 1 < argc)
            print_features(argv[++i]);
        else if (strcmp(argv[i], "--indices") == 0)
            indices = true;
        else if (way_count < 16)
            ways[way_count++] = argv[i];
    }
    make_arena(&memory);
    unsigned bad = 0;
    for (unsigned f = 0; f < differential_file_count; f++) {
        const differential_file *file = &differential_files[f];
        results expected = make_results(file->programs, file->count);
        run_way(reference, file->programs, file->count, &expected);
        for (unsigned w = 0; w < way_count; w++) {
            results got = make_results(file->programs, file->count);
            sums[w].stay_fibers += count_fibers(ways[w], file->programs, file->count);
            run_way(ways[w], file->programs, file->count, &got);
            compare(ways[w], file->programs, file->count, &got, &expected, &sums[w]);
            munmap(got.outcomes, (file->count + 1) * sizeof(outcome));
            munmap(got.bytes, got.size + 1);
        }
        munmap(expected.outcomes, (file->count + 1) * sizeof(outcome));
        munmap(expected.bytes, expected.size + 1);
    }
    printf("1..%u\n", way_count);
    for (unsigned w = 0; w < way_count; w++) {
        unsigned wrong = sums[w].differ + sums[w].fail;
        printf("%sok %u - %s: %u programs, %u differ, %u fail, %u stay on fibers\n", wrong ? "not " : "", w + 1,
               ways[w], sums[w].programs, sums[w].differ, sums[w].fail, sums[w].stay_fibers);
        bad += wrong;
    }
    return bad != 0;
}
