/* Which launches run a kernel's fused copy, of which level, and what the machine does around it. The copies here are
 * written by hand: they need no lanewise-fuse, and write other numbers than the kernel does. */
#include <stdlib.h>

#include <emu/fused.h>
#include <lanewise/descriptor.h>
#include <tests/device/api_kernels.h>
#include <tests/machine/arrays.h>

#if defined __x86_64__
enum { LEVELS = 3 };
static const char *const level_names[] = {"v2", "v3", "v4"};
#elif defined __aarch64__
enum { LEVELS = 1 };
static const char *const level_names[] = {"v8"};
#else
enum { LEVELS = 0 };
static const char *const level_names[] = {""};
#endif
/* As lanewise-cc compiles it: nothing watches a kernel's accesses. */
#define KERNEL_TEXT \
    __attribute__((section("lw_kernel_text"), no_sanitize("undefined"), no_sanitize("address"), no_sanitize("thread")))

/* api_fill's arguments. */
typedef struct arguments {
    int *out, value, n;
} arguments;

/* out[i] = value + 1000 * (level + 1), where the emulator has the block as the frame has. */
static KERNEL_TEXT unsigned fill_by(const emu_fused_frame *frame, int level)
{
    const arguments *from = frame->arguments;
    for (int i = 0; i < 3; i++)
        if (frame->block[i] != emu_here.block[i])
            return EMU_FUSED_ENDED;
    unsigned lanes = frame->block_dim[0] * frame->block_dim[1] * frame->block_dim[2];
    unsigned block = frame->block[0] + frame->grid_dim[0] * (frame->block[1] + frame->grid_dim[1] * frame->block[2]);
    for (unsigned lane = 0; lane < lanes; lane++)
        if ((int)(block * lanes + lane) < from->n)
            from->out[block * lanes + lane] = from->value + 1000 * (level + 1);
    return EMU_FUSED_ENDED;
}


static KERNEL_TEXT unsigned fill_0(emu_fused_frame *frame, unsigned state)
{
    return state == EMU_FUSED_READY(0) ? fill_by(frame, 0) : EMU_FUSED_MIXED;
}

static KERNEL_TEXT unsigned fill_1(emu_fused_frame *frame, unsigned state)
{
    return state == EMU_FUSED_READY(0) ? fill_by(frame, 1) : EMU_FUSED_MIXED;
}

static KERNEL_TEXT unsigned fill_2(emu_fused_frame *frame, unsigned state)
{
    return state == EMU_FUSED_READY(0) ? fill_by(frame, 2) : EMU_FUSED_MIXED;
}

/* The same for up to three blocks a call, where each is to be run once: what is there already is in the way. */
static KERNEL_TEXT unsigned fill_on(emu_fused_frame *frame, unsigned state)
{
    (void)state;
    const arguments *from = frame->arguments;
    for (int more = 2;; more--) {
        unsigned row = frame->block[1] + frame->grid_dim[1] * frame->block[2], lanes = frame->block_dim[0];
        size_t first = (size_t)(frame->block[0] + frame->grid_dim[0] * row) * lanes;
        if (first >= (size_t)from->n || from->out[first] > 1000)
            from->out[0] = -1;
        else
            fill_by(frame, 0);
        if (more == 0 || frame->block[0] + 1 >= frame->end || *frame->failed)
            return EMU_FUSED_ENDED;
        ++*frame->beat;
        emu_here.block[0] = ++frame->block[0];
    }
}

/* As many blocks a call as may be, each of which takes 0.15 seconds. */
static KERNEL_TEXT unsigned take_time(emu_fused_frame *frame, unsigned state)
{
    (void)state;
    for (;;) {
        for (long long begin = emu_clock64(); emu_clock64() - begin < 150000000;)
            ;
        if (frame->block[0] + 1 >= frame->end)
            return EMU_FUSED_ENDED;
        ++*frame->beat;
        emu_here.block[0] = ++frame->block[0];
    }
}

static KERNEL_TEXT unsigned spin(emu_fused_frame *frame, unsigned state)
{
    (void)state;
    const volatile int *until = ((const arguments *)frame->arguments)->out;
    while (*until == 0)
        ;
    return EMU_FUSED_ENDED;
}

static KERNEL_TEXT unsigned store(emu_fused_frame *frame, unsigned state)
{
    (void)state;
    *((const arguments *)frame->arguments)->out = 1;
    return EMU_FUSED_ENDED;
}

/* The fault of a lane of one of the last blocks, as an opaque call has it. */
static KERNEL_TEXT unsigned trap(emu_fused_frame *frame, unsigned state)
{
    (void)state;
    if (frame->block[0] != 1 || frame->block[1] != 2 || frame->block[2] != 1)
        return EMU_FUSED_ENDED;
    static const emu_site site = {__FILE__, __LINE__, "__trap"};
    *frame->thread = (const emu_coordinates *)(const void *)(frame->lane + 64 * 3);
    emu_trap(&site);
}

static KERNEL_TEXT void nobody(emu_fused_frame *frame, unsigned first, unsigned end)
{
    (void)frame, (void)first, (void)end;
}

static const emu_fused_region region = {.some = nobody};
#define COPY(name, function)                                                                                           \
    static const emu_fused_kernel name = {                                                                             \
        .version = EMU_FUSED_VERSION, .regions = 1, .all = function, .region = &region}
COPY(copy_0, fill_0);
COPY(copy_1, fill_1);
COPY(copy_2, fill_2);
COPY(copy_on, fill_on);
COPY(slow, take_time);
COPY(spinning, spin);
COPY(storing, store);
COPY(trapping, trap);
static const emu_fused_kernel unfit = {.version = EMU_FUSED_VERSION, .reason = "a reason"};
static const emu_fused_kernel newer = {.version = EMU_FUSED_VERSION + 1, .regions = 1, .all = fill_0, .region = &region};

/* A kernel like api_fill with these copies; another each time, as what is known of a kernel is kept. */
static lw_kernel kernels[64], *kernel = kernels;
static void make(const emu_fused_kernel *a, const emu_fused_kernel *b, const emu_fused_kernel *c)
{
    *++kernel = *LW_KERNEL_OF(api_fill);
    kernel->name = "by_hand";
    kernel->fused[0] = a;
    kernel->fused[1] = b;
    kernel->fused[2] = c;
    memset(kernel->state, 0, sizeof kernel->state);
}

/* By which level the kernel is run, -1: as fibers; -2 with the test failed. */
static int level_of(struct test *t, lw_launch_config config, unsigned lanes)
{
    arguments in = {array_of(t, NULL, lanes * sizeof(int)), 7, (int)lanes};
    int *numbers = calloc(lanes, sizeof *numbers), level = -2;
    lw_status status = in.out && numbers ? lw_launch_kernel(kernel, config, &in) : LW_ERROR_OUT_OF_MEMORY;
    if (status != LW_SUCCESS)
        test_fail(t, __FILE__, __LINE__, "the launch: %s", lw_last_error_message(t->device));
    else
        array_read(t, numbers, in.out, lanes * sizeof *numbers);
    for (unsigned i = 0; i < lanes && !t->failed; i++)
        if (numbers[i] != numbers[0])
            test_fail(t, __FILE__, __LINE__, "number %u is %d, the first %d", i, numbers[i], numbers[0]);
    if (!t->failed)
        level = (numbers[0] - 7) / 1000 - 1;
    free(numbers);
    lw_free(t->device, in.out);
    return level;
}

static void expect_level(struct test *t, int expected)
{
    lw_kernel_attributes attributes;
    CHECK_STATUS(lw_kernel_get_attributes(t->device, kernel, &attributes), LW_SUCCESS);
    CHECK_EQUAL(attributes.fused, expected >= 0);
    int level = level_of(t, line(t, 3, 100, 0), 300);
    CHECK(!t->failed);
    CHECK_EQUAL(level, expected);
}

static void open_cpu(struct test *t, const char *variable, const char *value)
{
    if (variable)
        CHECK(setenv(variable, value, 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
}

static void close_cpu(struct test *t, const char *variable)
{
    lw_device_close(t->device);
    t->device = NULL;
    if (variable)
        unsetenv(variable);
}

static void plain_environment(void)
{
    static const char *const names[] = {"LANEWISE_ENGINE", "LANEWISE_CPU", "LANEWISE_STRICT", "LANEWISE_SCHEDULE",
                                        "LANEWISE_ACTIVEMASK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
}

/* The level that this process runs by itself. */
static void own_level(struct test *t, int *level)
{
    *level = -1;
    plain_environment();
    make(&copy_0, &copy_1, &copy_2);
    CHECK_CALL(open_cpu(t, NULL, NULL));
    *level = level_of(t, line(t, 1, 1, 0), 1);
    close_cpu(t, NULL);
}

TEST(machine, fused_where_nothing_else_is_asked_for, .host = true, .isolated = true)
{
    static const char *const fibers[][2] = {{"LANEWISE_ENGINE", "fiber"}, {"LANEWISE_STRICT", "1"},
                                            {"LANEWISE_SCHEDULE", "reverse"}, {"LANEWISE_SCHEDULE", "random:3"},
                                            {"LANEWISE_SCHEDULE", "starve:0"}, {"LANEWISE_SCHEDULE", "pct:2:3"},
                                            {"LANEWISE_ACTIVEMASK", "maximal"}};
    static const char *const fused[][2] = {{"LANEWISE_ENGINE", "fused"}, {"LANEWISE_ENGINE", ""}, {"LANEWISE_STRICT", "0"},
                                           {"LANEWISE_SCHEDULE", "round-robin"}, {"LANEWISE_ACTIVEMASK", "self"}};
    int level;
    CHECK_CALL(own_level(t, &level));
    if (level < 0)
        SKIP("this processor has no level");
    for (size_t i = 0; i < sizeof fibers / sizeof *fibers; i++) {
        CHECK_CALL(open_cpu(t, fibers[i][0], fibers[i][1]));
        CHECK_CALL(expect_level(t, -1));
        close_cpu(t, fibers[i][0]);
    }
    for (size_t i = 0; i < sizeof fused / sizeof *fused; i++) {
        CHECK_CALL(open_cpu(t, fused[i][0], fused[i][1]));
        CHECK_CALL(expect_level(t, level));
        close_cpu(t, fused[i][0]);
    }
}

/* Copies for one shape of a block alone, each named by the one before, are run in just such blocks. */
TEST(machine, fused_for_a_shape, .host = true, .isolated = true)
{
    static const emu_fused_kernel flat = {.version = EMU_FUSED_VERSION, .regions = 1, .all = fill_1, .region = &region,
                                          .shape = {40, 1, 1}};
    static const emu_fused_kernel deep = {.version = EMU_FUSED_VERSION, .regions = 1, .all = fill_2, .region = &region,
                                          .shape = {8, 1, 5}, .special = &flat};
    static const emu_fused_kernel open = {.version = EMU_FUSED_VERSION, .regions = 1, .all = fill_0, .region = &region,
                                          .special = &deep};
    static const emu_fused_kernel none = {.version = EMU_FUSED_VERSION, .reason = "too large", .special = &deep};
    static const struct {
        lw_dim3 block;
        int filled;
    } launches[] = {{{40, 1, 1}, 1}, {{8, 1, 5}, 2}, {{8, 5, 1}, 0}, {{1, 40, 1}, 0}, {{39, 1, 1}, 0}, {{40, 2, 1}, 0},
                    {{8, 1, 4}, 0}};
    int level;
    CHECK_CALL(own_level(t, &level));
    if (level < 0)
        SKIP("this processor has no level");
    make(&open, &open, &open);
    CHECK_CALL(open_cpu(t, NULL, NULL));
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
        lw_dim3 block = launches[i].block;
        lw_launch_config config = lw_grid(lw_default_stream(t->device), lw_make_dim3(2, 1, 1), block, 0);
        CHECK_EQUAL(level_of(t, config, 2 * block.x * block.y * block.z), launches[i].filled);
    }
    make(&none, &none, &none); /* the lanes of other blocks are fibers */
    CHECK_EQUAL(level_of(t, line(t, 2, 40, 0), 80), 1);
    CHECK_EQUAL(level_of(t, line(t, 2, 39, 0), 78), -1);
    close_cpu(t, NULL);
}

/* Blocks that are resident together are fibers, and so is a kernel of which there is no fit copy. */
TEST(machine, fused_not_in_clusters_nor_unfit, .host = true, .isolated = true)
{
    int level;
    CHECK_CALL(own_level(t, &level));
    CHECK_CALL(open_cpu(t, NULL, NULL));
    lw_launch_config together = line(t, 2, 50, 0);
    together.cluster = lw_make_dim3(2, 1, 1);
    CHECK_EQUAL(level_of(t, together, 100), -1);
    together.cluster = lw_make_dim3(0, 0, 0);
    together.cooperative = 1;
    CHECK_EQUAL(level_of(t, together, 100), -1);
    make(NULL, NULL, NULL);
    CHECK_CALL(expect_level(t, -1));
    make(&unfit, &unfit, &unfit);
    CHECK_CALL(expect_level(t, -1));
    make(&newer, &newer, &newer);
    CHECK_CALL(expect_level(t, -1));
    close_cpu(t, NULL);
}

/* A level that the object lacks is replaced by a lower one with the same mathematics. */
TEST(machine, fused_levels, .host = true, .isolated = true)
{
    lw_device *device;
    int own;
    CHECK_CALL(own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    for (int i = 0; i < LEVELS; i++) {
        bool same_mathematics = (i > 0) == (own > 0);
        make(&copy_0, &copy_1, &copy_2);
        setenv("LANEWISE_CPU", level_names[i], 1);
        if (!same_mathematics || i > own) {
            CHECK_STATUS(lw_device_open(&device, "cpu"), LW_ERROR_INVALID_VALUE);
            CHECK_MESSAGE(NULL, "LANEWISE_CPU is \"v");
            CHECK_MESSAGE(NULL, i > own && same_mathematics ? ", which this processor is not"
                                : i > own                   ? "" /* the one or the other */
                                                            : "have the fused multiply-adds");
            continue;
        }
        CHECK_CALL(open_cpu(t, NULL, NULL));
        CHECK_CALL(expect_level(t, i));
        make(&copy_0, &copy_1, NULL);
        CHECK_CALL(expect_level(t, i == 2 ? 1 : i));
        make(&copy_0, NULL, NULL);
        CHECK_CALL(expect_level(t, i == 0 ? 0 : -1));
        make(&copy_0, &copy_1, &unfit);
        CHECK_CALL(expect_level(t, i == 2 ? 1 : i));
        close_cpu(t, "LANEWISE_CPU");
    }
    static const char *const unknown[] = {"v5", "V3", "v3 ", "x86-64-v3", "0"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        setenv("LANEWISE_CPU", unknown[i], 1);
        CHECK_STATUS(lw_device_open(&device, "cpu"), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(NULL, "lw_device_open: LANEWISE_CPU is \"");
        CHECK_MESSAGE(NULL, unknown[i]);
        CHECK_MESSAGE(NULL, "it must be v");
    }
}

/* Blocks follow each other in every direction, with lanes that fill no warp. */
TEST(machine, fused_blocks, .host = true, .isolated = true)
{
    int own;
    CHECK_CALL(own_level(t, &own));
    CHECK_CALL(open_cpu(t, NULL, NULL));
    for (unsigned lanes = 1; lanes <= 1024; lanes = lanes * 3 + 1) {
        lw_launch_config config = line(t, 1, lanes, 0);
        config.grid = lw_make_dim3(5, 4, 3);
        CHECK_EQUAL(level_of(t, config, 60 * lanes), own);
    }
    close_cpu(t, NULL);
}

/* A copy that goes on with blocks of its row by itself runs none twice, none of another row, and none too few. */
TEST(machine, fused_blocks_in_a_call, .host = true, .isolated = true)
{
    int own;
    CHECK_CALL(own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    make(&copy_on, &copy_on, &copy_on);
    CHECK_CALL(open_cpu(t, NULL, NULL));
    for (unsigned width = 1; width <= 400; width = width * 2 + 1) {
        lw_launch_config config = line(t, 1, 40, 0);
        config.grid = lw_make_dim3(width, 4, 3);
        CHECK_EQUAL(level_of(t, config, 12 * width * 40), 0);
    }
    close_cpu(t, NULL);
}

/* Launches the kernel on its own device and answers what the device then says. */
static void fault_of(struct test *t, const emu_fused_kernel *copy, lw_status status, const char *const *words)
{
    arguments in = {NULL, 0, 0};
    make(copy, copy, copy);
    if (copy == &spinning)
        in.out = array_of(t, NULL, sizeof *in.out);
    lw_launch_config config = line(t, 1, 40, 0);
    config.grid = lw_make_dim3(2, 3, 2);
    CHECK_STATUS(lw_launch_kernel(kernel, config, &in), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), status);
    for (; *words; words++)
        CHECK_MESSAGE(t->device, *words);
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    make(&copy_0, &copy_1, &copy_2);
    CHECK(level_of(t, line(t, 3, 100, 0), 300) >= 0);
    CHECK(!t->failed);
}

TEST(machine, fused_faults, .host = true, .isolated = true)
{
    static const char *const null[] = {"illegal address: ", "a null pointer\n  at ", "in kernel by_hand (", "block (",
                                       "), an unknown thread (LANEWISE_ENGINE=fiber tells which)", NULL};
    static const char *const trapped[] = {"trap\n  at ", "fused.c:", "in kernel by_hand (", "block (1,2,1), thread (3,0,0)",
                                          NULL};
    int own;
    CHECK_CALL(own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    CHECK_CALL(open_cpu(t, NULL, NULL));
    CHECK_CALL(fault_of(t, &storing, LW_ERROR_ILLEGAL_ADDRESS, null));
    CHECK_CALL(fault_of(t, &trapping, LW_ERROR_LAUNCH_FAILURE, trapped));
    close_cpu(t, NULL);
}

TEST(machine, fused_spin_is_ended, .host = true, .isolated = true)
{
    static const char *const words[] = {"timeout: the block has run for more than 0.3 seconds (LANEWISE_TIMEOUT)",
                                        "in kernel by_hand (", "LANEWISE_ENGINE=fiber tells where each lane is", NULL};
    int own;
    SKIP_UNDER_THREAD_SANITIZER();
    CHECK_CALL(own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    CHECK_CALL(open_cpu(t, "LANEWISE_TIMEOUT", "0.3"));
    CHECK_CALL(fault_of(t, &spinning, LW_ERROR_LAUNCH_TIMEOUT, words));
    close_cpu(t, "LANEWISE_TIMEOUT");
}

/* The time limit is one block's, however many are run in a call. */
TEST(machine, fused_limit_of_a_block, .host = true, .isolated = true)
{
    int own;
    CHECK_CALL(own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    make(&slow, &slow, &slow);
    setenv("LANEWISE_WORKERS", "1", 1);
    CHECK_CALL(open_cpu(t, "LANEWISE_TIMEOUT", "0.5"));
    arguments in = {NULL, 0, 0};
    CHECK_STATUS(lw_launch_kernel(kernel, line(t, 6, 40, 0), &in), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    close_cpu(t, "LANEWISE_TIMEOUT");
    unsetenv("LANEWISE_WORKERS");
}

/* A fused copy's records of LW_SHARED variables: each gets the offset of the variable that it is a record of, and counts
 * no bytes. Where that is not known, the kernel's lanes are fibers. */
TEST(machine, fused_shared_variables, .host = true, .isolated = true)
{
    enum { IN_DEVICE, TILE, COUNT, THEIRS, THEIRS_TOO, TILE_TWIN, DEVICE_TWIN, THEIR_TWIN, VARIABLES };
    static lw_module module;
    static lw_shared_variable variables[VARIABLES];
    const lw_shared_variable plain[VARIABLES] = {
        [IN_DEVICE] = {&module, "warps", 128, 4, 10, 0, 0, 0},
        [TILE] = {&module, "tile", 1000, 8, 21, 20, 0, 0},
        [COUNT] = {&module, "count", 4, 4, 22, 20, 0, 0},
        [TILE_TWIN] = {&module, "tile", 1000, 8, 21, 20, 0, 1},
        [DEVICE_TWIN] = {&module, "warps", 128, 4, 10, 0, 0, 1},
        /* another kernel's; compilers differ in a kernel's line, not in the variable's */
        [THEIRS] = {&module, "theirs", 512, 4, 41, 40, 0, 0},
        [THEIRS_TOO] = {&module, "theirs", 512, 4, 42, 40, 0, 0},
        [THEIR_TWIN] = {&module, "theirs", 512, 4, 41, 39, 0, 1},
    };
    lw_kernel_attributes attributes;
    int own;
    CHECK_CALL(own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    CHECK_CALL(open_cpu(t, NULL, NULL));
    for (int odd = 0; odd < 6; odd++) {
        bool fits = odd == 0 || odd == 5;
        memcpy(variables, plain, sizeof plain);
        make(&copy_0, &copy_1, &copy_2);
        module = *kernel->module;
        module.shared = variables;
        module.shared_end = variables + VARIABLES;
        kernel->module = &module;
        kernel->line = 20;
        if (odd == 1) /* two of one name on one line */
            variables[COUNT] = variables[TILE];
        else if (odd == 2)
            variables[TILE_TWIN].name = "tail";
        else if (odd == 3) /* of a device function: every kernel's */
            variables[DEVICE_TWIN].line++;
        else if (odd == 4) /* nobody knows whose */
            variables[THEIR_TWIN].line = 50;
        else if (odd == 5) /* two alike, which are another kernel's trouble */
            variables[THEIRS_TOO].line = 41;
        CHECK_STATUS(lw_kernel_get_attributes(t->device, kernel, &attributes), LW_SUCCESS);
        CHECK_EQUAL(attributes.fused, fits);
        CHECK_EQUAL(attributes.static_shared, odd == 1 ? 128 + 2 * 1000 : 128 + 1000 + 4);
        CHECK_EQUAL(variables[TILE].offset, 128);
        if (fits) {
            CHECK_EQUAL(variables[TILE_TWIN].offset, variables[TILE].offset);
            CHECK_EQUAL(variables[DEVICE_TWIN].offset, variables[IN_DEVICE].offset);
        }
        CHECK_EQUAL(level_of(t, line(t, 3, 100, 0), 300), fits ? own : -1);
    }
    close_cpu(t, NULL);
}
