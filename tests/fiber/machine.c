/* The machine by itself, without backends: what depends on the processor, small enough to run under an emulated one.
 * Built by fiber.sh, once for each way to switch stacks. Prints TAP. */
#include <stdio.h>
#include <string.h>

#include <emu/device/device.h>
#include <emu/machine/emu.h>

#include "pool.h"

enum { LANES = 200 };

static emu_worker *worker;
static int number, failed;

extern char __start_lw_kernel_text[], __stop_lw_kernel_text[];
static lw_module module = {.version = LW_DESCRIPTOR_VERSION, .file = __FILE__};

#define KERNEL_TEXT __attribute__((section("lw_kernel_text"), noinline))
#define SITE(what)                                                                                                     \
    (__extension__({                                                                                                   \
        static const emu_site site_ = {__FILE__, __LINE__, what};                                                      \
        &site_;                                                                                                        \
    }))

typedef struct arguments {
    volatile int *out;
} arguments;

static unsigned me(void)
{
    return emu_here.thread->rank;
}

/* Values in registers that a switch must preserve, integer and floating-point, on every lane. */
KERNEL_TEXT static void registers(const void *given)
{
    const arguments *in = given;
    volatile unsigned rank = me();
    unsigned a = rank + 1, b = rank + 2, c = rank + 3, d = rank + 4, e = rank + 5, f = rank + 6;
    double p = rank + 0.5, q = rank + 1.5, r = rank + 2.5, s = rank + 3.5;
    for (int i = 0; i < 50; i++) {
        emu_syncthreads(SITE("__syncthreads"));
        a++, b += 2, c += 3, d += 4, e += 5, f += 6;
        p += 1.0, q += 2.0, r += 3.0, s += 4.0;
    }
    in->out[rank] = a == rank + 51 && b == rank + 102 && c == rank + 153 && d == rank + 204 && e == rank + 255 &&
                    f == rank + 306 && p == rank + 50.5 && q == rank + 101.5 && r == rank + 152.5 && s == rank + 203.5;
}

KERNEL_TEXT static void barriers(const void *given)
{
    const arguments *in = given;
    int *board = (int *)(void *)emu_here.shared, right = 1;
    for (int i = 0; i < 20; i++) {
        unsigned other = (me() + (unsigned)i) % LANES;
        board[me()] = (int)me() * 100 + i;
        emu_syncthreads(SITE("__syncthreads"));
        right &= board[other] == (int)other * 100 + i;
        right &= emu_syncthreads_count(me() % 2 == 0, SITE("__syncthreads_count")) == LANES / 2;
    }
    in->out[me()] = right;
}

KERNEL_TEXT static void collectives(const void *given)
{
    const arguments *in = given;
    unsigned lane = me() % 32, mask = me() < LANES / 32 * 32 ? ~0u : (1u << LANES % 32) - 1;
    int right = emu_ballot(~0u, lane % 2 == 0, SITE("__ballot_sync")) == (mask & 0x55555555u);
    right &= emu_shfl(EMU_SHUFFLE_XOR, ~0u, me(), 1, 32, SITE("__shfl_xor_sync")) == (me() ^ 1);
    right &= emu_reduce(EMU_REDUCE_ADD, ~0u, 1, SITE("__reduce_add_sync")) == (unsigned)__builtin_popcount(mask);
    in->out[me()] = right;
}

/* The last lane sets the flag that the others spin on: the timer must let it run, and restore what it interrupts. */
KERNEL_TEXT static void spin(const void *given)
{
    const arguments *in = given;
    volatile int *flag = in->out + LANES;
    double sum = 0, step = me() + 0.25;
    long turns = 0;
    if (me() == LANES - 1)
        *flag = 1;
    while (!*flag) {
        sum += step;
        turns++;
    }
    in->out[me()] = sum == (double)turns * step;
}

KERNEL_TEXT static void null_pointer(const void *given)
{
    volatile int *volatile nowhere = (volatile int *)(uintptr_t)8;
    (void)given;
    emu_syncthreads(SITE("__syncthreads"));
    if (me() == 5)
        *nowhere = 1;
}

KERNEL_TEXT static int descend(int depth, volatile char *above)
{
    volatile char frame[500];
    frame[0] = above[0];
    return depth == 0 ? frame[0] : descend(depth - 1, frame) + frame[0];
}

KERNEL_TEXT static void overflow(const void *given)
{
    const arguments *in = given;
    volatile char zero = 0;
    if (me() == 5)
        in->out[0] = descend(1000000, &zero);
}

KERNEL_TEXT static void deadlock(const void *given)
{
    (void)given;
    if (me() == 3)
        emu_syncwarp(~0u, SITE("__syncwarp"));
    else
        emu_syncthreads(SITE("__syncthreads"));
}

KERNEL_TEXT static void endless(const void *given)
{
    (void)given;
    for (;;)
        __asm__ volatile("");
}

static void run(const char *name, void (*entry)(const void *), lw_status status, const char *words)
{
    static int out[LANES + 1];
    static lw_kernel kernel;
    static emu_grid grid;
    arguments arguments = {out};
    memset(out, 0, sizeof out);
    memset(&grid, 0, sizeof grid);
    kernel =
        (lw_kernel){.version = LW_DESCRIPTOR_VERSION, .name = name, .file = __FILE__, .line = 1, .module = &module};
    grid.kernel = &kernel;
    grid.entry = entry;
    grid.arguments = &arguments;
    grid.grid = (lw_dim3){3, 1, 1};
    grid.block = (lw_dim3){LANES, 1, 1};
    grid.dynamic_shared = LANES * sizeof(int);
    grid.blocks = 3;
    emu_worker_run(worker, &grid, 0, 3);
    bool good = grid.fault.status == status && strstr(grid.fault.report, words);
    for (int i = 0; i < LANES && status == LW_SUCCESS; i++)
        good = good && out[i] == 1;
    printf("%sok %d - fiber/%s\n", good ? "" : "not ", ++number, name);
    if (!good)
        printf("# status %d: %s\n", grid.fault.status, grid.fault.report);
    failed += !good;
}

int main(void)
{
    emu_options options = {.workers = 1, .stack_size = 65536, .timeout_ns = 1000000000};
    module.text = __start_lw_kernel_text;
    module.text_end = __stop_lw_kernel_text;
    if (emu_machine_open() != LW_SUCCESS || emu_worker_create(&worker, &options) != LW_SUCCESS) {
        printf("Bail out! no machine\n");
        return 1;
    }
    emu_worker_enter(worker);
    for (int round = 0; round < 2; round++) {
        run("registers", registers, LW_SUCCESS, "");
        run("barriers", barriers, LW_SUCCESS, "");
        run("collectives", collectives, LW_SUCCESS, "");
        run("spin", spin, LW_SUCCESS, "");
        run("null_pointer", null_pointer, LW_ERROR_ILLEGAL_ADDRESS, "thread (5,0,0)");
        run("stack_overflow", overflow, LW_ERROR_STACK_OVERFLOW, "thread (5,0,0)");
        run("deadlock", deadlock, LW_ERROR_DEADLOCK, "thread 3 waiting in __syncwarp");
        run("endless", endless, LW_ERROR_LAUNCH_TIMEOUT, "timeout");
    }
    emu_worker_leave(worker);
    emu_worker_destroy(worker);
    pool_count count = {number, failed};
    test_pool(&count);
    emu_machine_close();
    printf("1..%d\n", count.number);
    return count.failed != 0;
}
