/* LANEWISE_ENGINE=compare: it finds differences between fibers and a fused copy, and nothing else. The copies are
 * made by hand, so that the differences are known; they write for no particular thread. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <emu/device/device.h>
#include <lanewise/descriptor.h>
#include "device/compare.h"
#include <tests/machine/fused_copies.h>

enum { BLOCKS = 4, THREADS = 16, N = BLOCKS * THREADS - 3, WRONG = 37 };

static int *total; /* compare_total, in the CPU device's memory */

/* A launch runs one copy block by block: this function runs all threads of a block, from the first to the last. */
#define COPY(name, statement)                                                                                          \
    static KERNEL_TEXT unsigned name##_run(emu_fused_frame *frame, unsigned state)                                     \
    {                                                                                                                  \
        const fused_arguments *from = frame->arguments;                                                                \
        int *out = from->out, value = from->value, n = from->n;                                                        \
        (void)state, (void)out, (void)value, (void)n;                                                                  \
        for (unsigned thread = 0; thread < frame->block_dim[0]; thread++) {                                            \
            int i = (int)(frame->block[0] * frame->block_dim[0] + thread);                                             \
            statement                                                                                                  \
        }                                                                                                              \
        return EMU_FUSED_ENDED;                                                                                        \
    }                                                                                                                  \
    static FUSED_COPY(name, name##_run)

COPY(add_right, if (i < n) out[i] += value + i;);
COPY(add_wrong, if (i < n) out[i] += value + i + (i == WRONG););
COPY(add_early, if (i < n) out[i] += value + i + (i == 1););
COPY(add_negative, if (i < n) out[i] = (int)((unsigned)(out[i] + value + i) | 0x80000000u););
COPY(sum_backwards, if (i < n) * (float *)out += COMPARE_TERM(n - 1 - i););
COPY(list_backwards, if (i < n) out[1 + out[0]++] = value + n - 1 - i;);
COPY(
    first_any, if (i < n) {
        out[0]++;
        out[1 + i % 8] = 1;
    });
COPY(print_backwards, if (i < n) emu_printf(1, "thread %d\n", n - 1 - i););
COPY(print_wrong, if (i < n) emu_printf(1, "thread %d\n", i == WRONG ? 1000 : i););
COPY(trap_never, out[i] = value;);
COPY(count_right, if (i < n) *total += value;);
COPY(count_wrong, if (i < n) *total += value + (i == WRONG););

/* A kernel with the fibers of this one and that copy. */
static const lw_kernel *kernel_of(const lw_kernel *fibers, const emu_fused_kernel *copy)
{
    static lw_kernel kernels[32];
    static unsigned count;
    lw_kernel *made = &kernels[count++];
    *made = *fibers;
    for (int level = 0; level < LW_CPU_LEVELS; level++)
        made->fused[level] = copy;
    memset(made->state, 0, sizeof made->state);
    return made;
}

static void open_compare(struct test *t, const char *check)
{
    int level;
    CHECK_CALL(fused_own_level(t, &level));
    if (level < 0)
        SKIP("this processor has no level");
    unsetenv("LANEWISE_LOG_FILE"); /* whoever runs the tests may have set it; order-dependent words are logged there */
    if (check)
        setenv("LANEWISE_CHECK", check, 1);
    else
        unsetenv("LANEWISE_CHECK");
    CHECK_CALL(fused_open_cpu(t, "LANEWISE_ENGINE", "compare"));
    total = LW_SYMBOL(compare_total)->address;
    *total = 0;
}

/* Whether the launch succeeds. Its device array starts as zeros; its first four numbers go to `left`. */
static lw_status run(struct test *t, const lw_kernel *kernel, int value, int n, int left[4])
{
    fused_arguments in = {array_of(t, NULL, 1024), value, n};
    lw_status status = in.out ? lw_launch_kernel(kernel, line(t, BLOCKS, THREADS, 0), &in) : LW_ERROR_OUT_OF_MEMORY;
    if (status == LW_SUCCESS)
        status = lw_device_synchronize(t->device);
    if (status == LW_SUCCESS && left)
        array_read(t, left, in.out, 4 * sizeof *left);
    return status;
}

/* The launch fails, with these words in its message. The device works afterwards. */
static void expect_different(struct test *t, const lw_kernel *kernel, int n, const char *const *words)
{
    CHECK_STATUS(run(t, kernel, 5, n, NULL), LW_ERROR_LAUNCH_FAILURE);
    const char *message = lw_last_error_message(t->device);
    for (; *words; words++)
        if (!strstr(message, *words))
            FAIL("\"%s\" is not in the message: %s", *words, message);
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
}

TEST(machine, compare_memory, .host = true, .isolated = true)
{
    int left[4];
    CHECK_CALL(open_compare(t, NULL));
    const lw_kernel *right = kernel_of(LW_KERNEL_OF(compare_add), &add_right);
    CHECK_STATUS(run(t, right, 5, N, left), LW_SUCCESS); /* each element is changed once */
    CHECK_EQUAL(left[3], 8);
    const char *const words[] = {"the engines differ: kernel compare_add leaves other values in 1 words of memory",
                                 "in kernel compare_add (",
                                 "grid (4,1,1), block (16,1,1)",
                                 "a race in the kernel is a usual cause: `lanewise check PROGRAM` finds races",
                                 "element 37 of 4 bytes of the 1024-byte allocation at 0x",
                                 "arrays.h:",
                                 "fibers 0x0000002a (42, ",
                                 "fused 0x0000002b (43, ",
                                 "before the launch 0x00000000",
                                 "on fibers thread (5,0,0) of block (2,0,0) wrote it last",
                                 NULL};
    CHECK_CALL(expect_different(t, kernel_of(LW_KERNEL_OF(compare_add), &add_wrong), N, words));
    const char *const never[] = {"in 61 words",
                                 "element 0 ",
                                 "fibers 0x00000000",
                                 "fused 0x00000005 (5, ",
                                 "and 57 more",
                                 "on fibers no thread changes it",
                                 NULL};
    CHECK_CALL(expect_different(t, kernel_of(LW_KERNEL_OF(compare_nothing), &add_right), N, never));
    const char *const first[] = {"element 1 ", "thread (1,0,0) of block (0,0,0)", NULL}; /* runs after another grid */
    CHECK_CALL(expect_different(t, kernel_of(LW_KERNEL_OF(compare_add), &add_early), N, first));
    CHECK_STATUS(run(t, right, 6, N, left), LW_SUCCESS);
    CHECK_EQUAL(left[3], 9);
    fused_close_cpu(t, "LANEWISE_ENGINE");
}

/* The host's memory that kernels reach is restored, too; and a variable of the program. */
TEST(machine, compare_other_memory, .host = true, .isolated = true)
{
    int *host;
    CHECK_CALL(open_compare(t, NULL));
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&host, 256), LW_SUCCESS);
    memset(host, 0, 256);
    fused_arguments in = {host, 5, N};
    CHECK_STATUS(lw_launch_kernel(kernel_of(LW_KERNEL_OF(compare_add), &add_right), line(t, BLOCKS, THREADS, 0), &in),
                 LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_EQUAL(host[3], 8);
    CHECK_STATUS(run(t, kernel_of(LW_KERNEL_OF(compare_count), &count_right), 5, N, NULL), LW_SUCCESS);
    CHECK_EQUAL(*total, 5 * N);
    *total = 0;
    const char *const words[] = {"1 words of memory",
                                 "element 0 of 4 bytes of variable compare_total (",
                                 "4 bytes)",
                                 "fibers 0x00000131 (305, ",
                                 "fused 0x00000132 (306, ",
                                 "thread (12,0,0) of block (3,0,0)",
                                 NULL};
    CHECK_CALL(expect_different(t, kernel_of(LW_KERNEL_OF(compare_count), &count_wrong), N, words));
    fused_close_cpu(t, "LANEWISE_ENGINE");
}

/* A result that depends on the order of threads is no error: the program continues with the fibers' result. */
TEST(machine, compare_order, .host = true, .isolated = true)
{
    int left[4];
    float sum = 0, got;
    CHECK_CALL(open_compare(t, NULL));
    for (int i = 0; i < N; i++)
        sum += COMPARE_TERM(i);
    CHECK_STATUS(run(t, kernel_of(LW_KERNEL_OF(compare_sum), &sum_backwards), 5, N, left), LW_SUCCESS);
    memcpy(&got, left, sizeof got);
    CHECK_EQUAL((int)got, (int)sum);
    CHECK_STATUS(run(t, kernel_of(LW_KERNEL_OF(compare_list), &list_backwards), 5, N, left), LW_SUCCESS);
    CHECK_EQUAL(left[0], N);
    CHECK_EQUAL(left[3], 7);
    /* Seven words that no order changes together: a few orders are not enough. */
    CHECK_STATUS(run(t, kernel_of(LW_KERNEL_OF(compare_first), &first_any), 5, N, left), LW_SUCCESS);
    CHECK_EQUAL(left[0], N);
    CHECK_EQUAL(left[2], 0);
    fused_close_cpu(t, "LANEWISE_ENGINE");
}

static unsigned count_of(const char *text, const char *words)
{
    unsigned count = 0;
    while ((text = strstr(text, words))) {
        text += strlen(words);
        count++;
    }
    return count;
}

/* The log has a line for each kernel whose results depend on the order of threads, and a report once. */
TEST(machine, compare_log, .host = true, .isolated = true)
{
    char log[64], text[8000] = "";
    int file = memfd_create("log", 0);
    CHECK(file >= 0);
    snprintf(log, sizeof log, "/proc/self/fd/%d", file);
    CHECK_CALL(open_compare(t, NULL));
    setenv("LANEWISE_LOG_FILE", log, 1);
    const lw_kernel *list = kernel_of(LW_KERNEL_OF(compare_list), &list_backwards);
    for (int round = 0; round < 3; round++)
        CHECK_STATUS(run(t, list, 5, N, NULL), LW_SUCCESS);
    CHECK_STATUS(run(t, kernel_of(LW_KERNEL_OF(compare_sum), &sum_backwards), 5, N, NULL), LW_SUCCESS);
    CHECK_STATUS(run(t, kernel_of(LW_KERNEL_OF(compare_add), &add_wrong), 5, N, NULL), LW_ERROR_LAUNCH_FAILURE);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_LAUNCH_FAILURE);
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    fused_close_cpu(t, "LANEWISE_ENGINE");
    CHECK(pread(file, text, sizeof text - 1, 0) > 0);
    CHECK_EQUAL(count_of(text, "kernel compare_list: "), 1);
    CHECK_EQUAL(count_of(text, "kernel compare_sum: "), 1);
    CHECK_EQUAL(count_of(text, "a race, which `lanewise check PROGRAM` finds"), 2);
    CHECK_EQUAL(count_of(text, "the engines differ: kernel compare_add"), 2);
    CHECK_EQUAL(count_of(text, "element 37 of 4 bytes"), 1);
    CHECK_EQUAL(count_of(text, "fused than on fibers (the report is above)\n"), 1);
}

/* C leaves the sign of a NaN open, but that of no other number. */
TEST(machine, compare_signs, .host = true, .isolated = true)
{
    static const int nans[] = {0x7fc00000, 0x7f812345, 0x7ff80000}, others[] = {0x7f800000, 0x7ff00000, 0x3f800000, 0};
    CHECK_CALL(open_compare(t, NULL));
    const lw_kernel *kernel = kernel_of(LW_KERNEL_OF(compare_add), &add_negative);
    for (size_t i = 0; i < sizeof nans / sizeof *nans; i++)
        CHECK_STATUS(run(t, kernel, nans[i], 1, NULL), LW_SUCCESS);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        CHECK_STATUS(run(t, kernel, others[i], 1, NULL), LW_ERROR_LAUNCH_FAILURE);
        CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    }
    fused_close_cpu(t, "LANEWISE_ENGINE");
}

TEST(machine, compare_text, .host = true, .isolated = true)
{
    CHECK_CALL(open_compare(t, NULL));
    int file = memfd_create("text", 0), output = dup(1);
    CHECK(file >= 0 && output >= 0);
    fflush(stdout);
    dup2(file, 1);
    lw_status status = run(t, kernel_of(LW_KERNEL_OF(compare_print), &print_backwards), 5, 3, NULL);
    fflush(stdout);
    dup2(output, 1);
    char text[100] = "";
    CHECK(pread(file, text, sizeof text - 1, 0) > 0);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK(strcmp(text, "thread 0\nthread 1\nthread 2\n") == 0); /* once, as the fibers did */
    const char *const words[] = {"kernel compare_print prints other text fused than on fibers",
                                 "61 records on fibers, 61 fused", "only fibers print \"thread 37\"",
                                 "only the fused threads print \"thread 1000\"", NULL};
    dup2(file, 1);
    status = run(t, kernel_of(LW_KERNEL_OF(compare_print), &print_wrong), 5, N, NULL);
    fflush(stdout);
    dup2(output, 1);
    CHECK_STATUS(status, LW_ERROR_LAUNCH_FAILURE);
    for (const char *const *word = words; *word; word++)
        CHECK_MESSAGE(t->device, *word);
    fused_close_cpu(t, "LANEWISE_ENGINE");
}

/* A kernel that has launched another is not run again, since it would launch again; the other one is compared. */
TEST(machine, compare_launches, .host = true, .isolated = true)
{
    int left[4];
    CHECK_CALL(open_compare(t, NULL));
    CHECK_STATUS(run(t, kernel_of(LW_KERNEL_OF(compare_launch), &add_wrong), 5, N, left), LW_SUCCESS);
    CHECK_EQUAL(left[3], 8);
    fused_close_cpu(t, "LANEWISE_ENGINE");
}

TEST(machine, compare_faults, .host = true, .isolated = true)
{
    CHECK_CALL(open_compare(t, NULL));
    const char *const words[] = {"kernel compare_trap faults on fibers and not fused", "fibers: ", "trap",
                                 "thread (5,0,0)", NULL};
    CHECK_CALL(expect_different(t, kernel_of(LW_KERNEL_OF(compare_trap), &trap_never), WRONG, words));
    CHECK_STATUS(run(t, kernel_of(LW_KERNEL_OF(compare_trap), &trap_never), 5, -1, NULL), LW_SUCCESS);
    fused_close_cpu(t, "LANEWISE_ENGINE");
}

/* The heap is restored, too, before the second run: otherwise malloc() would give other addresses. */
TEST(machine, compare_heap, .host = true, .isolated = true)
{
    char log[64], text[2000] = "";
    int file = memfd_create("log", 0), left[4];
    CHECK(file >= 0);
    snprintf(log, sizeof log, "/proc/self/fd/%d", file);
    CHECK_CALL(open_compare(t, NULL));
    setenv("LANEWISE_LOG_FILE", log, 1);
    const lw_kernel *kernel = LW_KERNEL_OF(compare_heap);
    lw_kernel_attributes attributes;
    CHECK_STATUS(lw_kernel_get_attributes(t->device, kernel, &attributes), LW_SUCCESS);
    if (!attributes.fused)
        SKIP("this build has no fused copies of kernels");
    for (int round = 0; round < 3; round++) {
        CHECK_STATUS(run(t, kernel, 5, N, left), LW_SUCCESS);
        CHECK(left[0] != 0 || left[1] != 0);
        CHECK_EQUAL(left[2], 0); /* of the second thread: freed */
    }
    CHECK_EQUAL(*total, 0);
    fused_close_cpu(t, "LANEWISE_ENGINE");
    CHECK(pread(file, text, sizeof text - 1, 0) >= 0);
    if (*text)
        FAIL("the log is not empty: %s", text);
}

/* Under `lanewise check` a difference is a finding, and the program continues with the fibers' result. */
TEST(machine, compare_findings, .host = true, .isolated = true)
{
    char check[100], text[4000] = "";
    int file = memfd_create("findings", 0), left[4];
    CHECK(file >= 0);
    snprintf(check, sizeof check, "all,log=/proc/self/fd/%d", file);
    CHECK_CALL(open_compare(t, check));
    CHECK_STATUS(run(t, kernel_of(LW_KERNEL_OF(compare_add), &add_right), 5, N, left), LW_SUCCESS);
    CHECK_EQUAL(pread(file, text, sizeof text - 1, 0), 0);
    CHECK_STATUS(run(t, kernel_of(LW_KERNEL_OF(compare_add), &add_wrong), 5, N, left), LW_SUCCESS);
    CHECK_EQUAL(left[3], 8);
    fused_close_cpu(t, "LANEWISE_ENGINE");
    CHECK(pread(file, text, sizeof text - 1, 0) > 0);
    const char *const words[] = {"========= Error: the engines differ: kernel compare_add",
                                 "=========     in kernel compare_add (", "ERROR SUMMARY: 1 error\n", NULL};
    for (const char *const *word = words; *word; word++)
        if (!strstr(text, *word))
            FAIL("\"%s\" is not in the report: %s", *word, text);
}
