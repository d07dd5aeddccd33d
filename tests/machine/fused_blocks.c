/* The machine around fused copies: blocks, several of them in one call, faults, the time limit. */
#include <stdlib.h>

#include <tests/machine/fused_copies.h>

/* fused_fill for up to three blocks a call, each run once: a value that is already there shows a second run. */
static KERNEL_TEXT unsigned fill_on(emu_fused_frame *frame, unsigned state)
{
    (void)state;
    const fused_arguments *from = frame->arguments;
    for (int more = 2;; more--) {
        unsigned row = frame->block[1] + frame->grid_dim[1] * frame->block[2], lanes = frame->block_dim[0];
        size_t first = (size_t)(frame->block[0] + frame->grid_dim[0] * row) * lanes;
        if (first >= (size_t)from->n || from->out[first] > 1000)
            from->out[0] = -1;
        else
            fused_fill(frame, 0);
        if (more == 0 || frame->block[0] + 1 >= frame->end || *frame->failed)
            return EMU_FUSED_ENDED;
        ++*frame->blocks_begun;
        emu_here.block[0] = ++frame->block[0];
    }
}

/* As many blocks a call as possible, each of which takes 0.15 seconds. */
static KERNEL_TEXT unsigned take_time(emu_fused_frame *frame, unsigned state)
{
    (void)state;
    for (;;) {
        for (long long begin = emu_clock64(); emu_clock64() - begin < 150000000;)
            ;
        if (frame->block[0] + 1 >= frame->end)
            return EMU_FUSED_ENDED;
        ++*frame->blocks_begun;
        emu_here.block[0] = ++frame->block[0];
    }
}

static KERNEL_TEXT unsigned spin(emu_fused_frame *frame, unsigned state)
{
    (void)state;
    const volatile int *until = ((const fused_arguments *)frame->arguments)->out;
    while (*until == 0)
        ;
    return EMU_FUSED_ENDED;
}

static KERNEL_TEXT unsigned store(emu_fused_frame *frame, unsigned state)
{
    (void)state;
    *((const fused_arguments *)frame->arguments)->out = 1;
    return EMU_FUSED_ENDED;
}

/* The fault of a lane of one of the last blocks, as an opaque call has it. */
static KERNEL_TEXT unsigned trap(emu_fused_frame *frame, unsigned state)
{
    (void)state;
    if (frame->block[0] != 1 || frame->block[1] != 2 || frame->block[2] != 1)
        return EMU_FUSED_ENDED;
    static const emu_site site = {__FILE__, __LINE__, "__trap"};
    *frame->running = (const emu_coordinates *)(const void *)(frame->threads + 64 * 3);
    emu_trap(&site);
}

static FUSED_COPY(copy_on, fill_on);
static FUSED_COPY(slow, take_time);
static FUSED_COPY(spinning, spin);
static FUSED_COPY(storing, store);
static FUSED_COPY(trapping, trap);

/* Blocks follow each other in every direction, with threads that fill no warp. */
TEST(machine, fused_blocks, .host = true, .isolated = true)
{
    int own;
    CHECK_CALL(fused_own_level(t, &own));
    CHECK_CALL(fused_open_cpu(t, NULL, NULL));
    for (unsigned lanes = 1; lanes <= 1024; lanes = lanes * 3 + 1) {
        lw_launch_config config = line(t, 1, lanes, 0);
        config.grid = lw_make_dim3(5, 4, 3);
        CHECK_EQUAL(fused_level_of(t, config, 60 * lanes), own);
    }
    fused_close_cpu(t, NULL);
}

/* A copy that continues with blocks of its row by itself runs none twice, none of another row, and all of its own. */
TEST(machine, fused_blocks_in_a_call, .host = true, .isolated = true)
{
    int own;
    CHECK_CALL(fused_own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    fused_make(&copy_on, &copy_on, &copy_on);
    CHECK_CALL(fused_open_cpu(t, NULL, NULL));
    for (unsigned width = 1; width <= 400; width = width * 2 + 1) {
        lw_launch_config config = line(t, 1, 40, 0);
        config.grid = lw_make_dim3(width, 4, 3);
        CHECK_EQUAL(fused_level_of(t, config, 12 * width * 40), 0);
    }
    fused_close_cpu(t, NULL);
}

/* Launches the kernel on its own device and checks the device's message. */
static void fault_of(struct test *t, const emu_fused_kernel *copy, lw_status status, const char *const *words)
{
    fused_arguments in = {NULL, 0, 0};
    fused_make(copy, copy, copy);
    if (copy == &spinning)
        in.out = array_of(t, NULL, sizeof *in.out);
    lw_launch_config config = line(t, 1, 40, 0);
    config.grid = lw_make_dim3(2, 3, 2);
    CHECK_STATUS(lw_launch_kernel(fused_kernel, config, &in), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), status);
    for (; *words; words++)
        CHECK_MESSAGE(t->device, *words);
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    fused_make(&fused_copy_0, &fused_copy_1, &fused_copy_2);
    CHECK(fused_level_of(t, line(t, 3, 100, 0), 300) >= 0);
    CHECK(!t->failed);
}

TEST(machine, fused_faults, .host = true, .isolated = true)
{
    static const char *const null[] = {"illegal address: ",
                                       "a null pointer\n  at ",
                                       "in kernel by_hand (",
                                       "block (",
                                       "), an unknown thread (LANEWISE_ENGINE=fiber tells which)",
                                       NULL};
    static const char *const trapped[] = {"trap\n  at ", "fused_blocks.c:", "in kernel by_hand (",
                                          "block (1,2,1), thread (3,0,0)", NULL};
    int own;
    CHECK_CALL(fused_own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    CHECK_CALL(fused_open_cpu(t, NULL, NULL));
    CHECK_CALL(fault_of(t, &storing, LW_ERROR_ILLEGAL_ADDRESS, null));
    CHECK_CALL(fault_of(t, &trapping, LW_ERROR_LAUNCH_FAILURE, trapped));
    fused_close_cpu(t, NULL);
}

TEST(machine, fused_spin_is_ended, .host = true, .isolated = true)
{
    static const char *const words[] = {"timeout: the block has run for more than 0.3 seconds (LANEWISE_TIMEOUT)",
                                        "in kernel by_hand (", "LANEWISE_ENGINE=fiber tells where each thread is",
                                        NULL};
    int own;
    SKIP_UNDER_THREAD_SANITIZER();
    CHECK_CALL(fused_own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    CHECK_CALL(fused_open_cpu(t, "LANEWISE_TIMEOUT", "0.3"));
    CHECK_CALL(fault_of(t, &spinning, LW_ERROR_LAUNCH_TIMEOUT, words));
    fused_close_cpu(t, "LANEWISE_TIMEOUT");
}

/* The time limit is for one block, however many run in a call. */
TEST(machine, fused_limit_of_a_block, .host = true, .isolated = true)
{
    int own;
    CHECK_CALL(fused_own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    fused_make(&slow, &slow, &slow);
    setenv("LANEWISE_WORKERS", "1", 1);
    CHECK_CALL(fused_open_cpu(t, "LANEWISE_TIMEOUT", "0.5"));
    fused_arguments in = {NULL, 0, 0};
    CHECK_STATUS(lw_launch_kernel(fused_kernel, line(t, 6, 40, 0), &in), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    fused_close_cpu(t, "LANEWISE_TIMEOUT");
    unsetenv("LANEWISE_WORKERS");
}
