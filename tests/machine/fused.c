/* Which launches run a kernel's fused copy, and of which level. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lanewise/descriptor.h>
#include "device/pipeline.h"
#include <tests/machine/fused_copies.h>

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

/* must not be run */
static const emu_fused_kernel unfit = {.version = EMU_FUSED_VERSION, .reason = "a reason"};
static const emu_fused_kernel newer = {
    .version = EMU_FUSED_VERSION + 1, .regions = 1, .all = fused_fill_0, .region = &fused_region};

static void expect_level(struct test *t, int expected)
{
    lw_kernel_attributes attributes;
    CHECK_STATUS(lw_kernel_get_attributes(t->device, fused_kernel, &attributes), LW_SUCCESS);
    CHECK_EQUAL(attributes.fused, expected >= 0);
    int level = fused_level_of(t, line(t, 3, 100, 0), 300);
    CHECK(!t->failed);
    CHECK_EQUAL(level, expected);
}

TEST(machine, fused_where_nothing_else_is_asked_for, .host = true, .isolated = true)
{
    static const char *const fibers[][2] = {{"LANEWISE_ENGINE", "fiber"},      {"LANEWISE_STRICT", "1"},
                                            {"LANEWISE_SCHEDULE", "reverse"},  {"LANEWISE_SCHEDULE", "random:3"},
                                            {"LANEWISE_SCHEDULE", "starve:0"}, {"LANEWISE_SCHEDULE", "pct:2:3"},
                                            {"LANEWISE_ACTIVEMASK", "maximal"}};
    static const char *const fused[][2] = {{"LANEWISE_ENGINE", "fused"},
                                           {"LANEWISE_ENGINE", ""},
                                           {"LANEWISE_STRICT", "0"},
                                           {"LANEWISE_SCHEDULE", "round-robin"},
                                           {"LANEWISE_ACTIVEMASK", "self"}};
    int level;
    CHECK_CALL(fused_own_level(t, &level));
    if (level < 0)
        SKIP("this processor has no level");
    for (size_t i = 0; i < sizeof fibers / sizeof *fibers; i++) {
        CHECK_CALL(fused_open_cpu(t, fibers[i][0], fibers[i][1]));
        CHECK_CALL(expect_level(t, -1));
        fused_close_cpu(t, fibers[i][0]);
    }
    for (size_t i = 0; i < sizeof fused / sizeof *fused; i++) {
        CHECK_CALL(fused_open_cpu(t, fused[i][0], fused[i][1]));
        CHECK_CALL(expect_level(t, level));
        fused_close_cpu(t, fused[i][0]);
    }
}

/* Copies for one shape of a block alone, each named by the one before, run exactly in such blocks. */
TEST(machine, fused_for_a_shape, .host = true, .isolated = true)
{
    static const emu_fused_kernel flat = {
        .version = EMU_FUSED_VERSION, .regions = 1, .all = fused_fill_1, .region = &fused_region, .shape = {40, 1, 1}};
    static const emu_fused_kernel deep = {.version = EMU_FUSED_VERSION,
                                          .regions = 1,
                                          .all = fused_fill_2,
                                          .region = &fused_region,
                                          .shape = {8, 1, 5},
                                          .special = &flat};
    static const emu_fused_kernel open = {
        .version = EMU_FUSED_VERSION, .regions = 1, .all = fused_fill_0, .region = &fused_region, .special = &deep};
    static const emu_fused_kernel none = {.version = EMU_FUSED_VERSION, .reason = "too large", .special = &deep};
    static const struct {
        lw_dim3 block;
        int filled;
    } launches[] = {{{40, 1, 1}, 1}, {{8, 1, 5}, 2},  {{8, 5, 1}, 0}, {{1, 40, 1}, 0},
                    {{39, 1, 1}, 0}, {{40, 2, 1}, 0}, {{8, 1, 4}, 0}};
    int level;
    CHECK_CALL(fused_own_level(t, &level));
    if (level < 0)
        SKIP("this processor has no level");
    fused_make(&open, &open, &open);
    CHECK_CALL(fused_open_cpu(t, NULL, NULL));
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
        lw_dim3 block = launches[i].block;
        lw_launch_config config = lw_grid(lw_default_stream(t->device), lw_make_dim3(2, 1, 1), block, 0);
        CHECK_EQUAL(fused_level_of(t, config, 2 * block.x * block.y * block.z), launches[i].filled);
    }
    fused_make(&none, &none, &none); /* threads of other blocks are fibers */
    CHECK_EQUAL(fused_level_of(t, line(t, 2, 40, 0), 80), 1);
    CHECK_EQUAL(fused_level_of(t, line(t, 2, 39, 0), 78), -1);
    fused_close_cpu(t, NULL);
}

/* Blocks of a cluster are fibers, and so is a kernel without a suitable copy; a cooperative grid is fused. */
TEST(machine, fused_not_in_clusters_nor_unfit, .host = true, .isolated = true)
{
    int level;
    CHECK_CALL(fused_own_level(t, &level));
    CHECK_CALL(fused_open_cpu(t, NULL, NULL));
    lw_launch_config together = line(t, 2, 50, 0);
    together.cluster = lw_make_dim3(2, 1, 1);
    CHECK_EQUAL(fused_level_of(t, together, 100), -1);
    together.cluster = lw_make_dim3(0, 0, 0);
    together.cooperative = 1;
    CHECK_EQUAL(fused_level_of(t, together, 100), level);
    fused_make(NULL, NULL, NULL);
    CHECK_CALL(expect_level(t, -1));
    fused_make(&unfit, &unfit, &unfit);
    CHECK_CALL(expect_level(t, -1));
    fused_make(&newer, &newer, &newer);
    CHECK_CALL(expect_level(t, -1));
    fused_close_cpu(t, NULL);
}

/* A thread alone gains nothing by a copy that keeps values in the context. Neither one thread nor such a copy alone makes
 * fibers of a block. */
TEST(machine, fused_not_for_one_thread_with_a_context, .host = true, .isolated = true)
{
    static const emu_fused_kernel keeps = {.version = EMU_FUSED_VERSION,
                                           .regions = 1,
                                           .all = fused_fill_0,
                                           .region = &fused_region,
                                           .context_size = 64 << 10};
    int level;
    CHECK_CALL(fused_own_level(t, &level));
    if (level < 0)
        SKIP("this processor has no level");
    CHECK_CALL(fused_open_cpu(t, NULL, NULL));
    CHECK_EQUAL(fused_level_of(t, line(t, 2, 1, 0), 2), level);
    fused_make(&keeps, &keeps, &keeps);
    CHECK_EQUAL(fused_level_of(t, line(t, 2, 1, 0), 2), -1);
    CHECK_EQUAL(fused_level_of(t, line(t, 2, 2, 0), 4), 0);
    fused_close_cpu(t, NULL);
}

/* A level that the object lacks is replaced by a lower one with the same mathematics. */
TEST(machine, fused_levels, .host = true, .isolated = true)
{
    lw_device *device;
    int own;
    CHECK_CALL(fused_own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    for (int i = 0; i < LEVELS; i++) {
        bool same_mathematics = (i > 0) == (own > 0);
        fused_make(&fused_copy_0, &fused_copy_1, &fused_copy_2);
        setenv("LANEWISE_CPU", level_names[i], 1);
        if (!same_mathematics || i > own) {
            CHECK_STATUS(lw_device_open(&device, "cpu"), LW_ERROR_INVALID_VALUE);
            CHECK_MESSAGE(NULL, "LANEWISE_CPU is \"v");
            CHECK_MESSAGE(NULL, i > own && same_mathematics ? ", which this processor does not support"
                                : i > own                   ? "" /* the one or the other */
                                                            : "have the fused multiply-adds");
            continue;
        }
        CHECK_CALL(fused_open_cpu(t, NULL, NULL));
        CHECK_CALL(expect_level(t, i));
        fused_make(&fused_copy_0, &fused_copy_1, NULL);
        CHECK_CALL(expect_level(t, i == 2 ? 1 : i));
        fused_make(&fused_copy_0, NULL, NULL);
        CHECK_CALL(expect_level(t, i == 0 ? 0 : -1));
        fused_make(&fused_copy_0, &fused_copy_1, &unfit);
        CHECK_CALL(expect_level(t, i == 2 ? 1 : i));
        fused_close_cpu(t, "LANEWISE_CPU");
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

/* A fused copy's records of LW_SHARED variables: each gets the offset of its variable, and adds no bytes. If the
 * variable is unknown, the kernel's threads are fibers. */
TEST(machine, fused_shared_variables, .host = true, .isolated = true)
{
    enum { IN_DEVICE, TILE, TAIL, THEIRS, THEIRS_TOO, TILE_TWIN, TAIL_TWIN, DEVICE_TWIN, THEIR_TWIN, VARIABLES };
    enum {
        PLAIN,
        ALIKE,
        RENAMED,
        MOVED,
        OTHER_LINE,
        OTHER_LINES,
        THEIR_OTHER_LINE,
        THEIRS_ALIKE,
        THEIRS_INCLUDED,
        WAYS
    };
    static const bool fits[WAYS] = {[PLAIN] = true,
                                    [OTHER_LINE] = true,
                                    [THEIR_OTHER_LINE] = true,
                                    [THEIRS_ALIKE] = true,
                                    [THEIRS_INCLUDED] = true};
    static lw_module module;
    static lw_shared_variable variables[VARIABLES];
    static char body[100];
    const lw_shared_variable plain[VARIABLES] = {
        [IN_DEVICE] = {&module, "warps", 128, 4, 10, 0, 0, 0, "help", "f.c"},
        [TILE] = {&module, "tile", 1000, 8, 21, 20, 0, 0, body, "f.c"},
        [TAIL] = {&module, "tile", 1000, 8, 22, 20, 0, 0, body, "f.c"}, /* in another block of the same function */
        [TILE_TWIN] = {&module, "tile", 1000, 8, 21, 20, 0, 1, body, "f.c"},
        [TAIL_TWIN] = {&module, "tile", 1000, 8, 22, 20, 0, 1, body, "f.c"},
        [DEVICE_TWIN] = {&module, "warps", 128, 4, 10, 0, 0, 1, "help", "f.c"},
        /* another kernel's; compilers differ in a kernel's line */
        [THEIRS] = {&module, "tile", 1000, 8, 41, 40, 0, 0, "other__body", "f.c"},
        [THEIRS_TOO] = {&module, "tile", 1000, 8, 42, 40, 0, 0, "other__body", "f.c"},
        [THEIR_TWIN] = {&module, "tile", 1000, 8, 41, 39, 0, 1, "other__body", "f.c"},
    };
    lw_kernel_attributes attributes;
    char name[] = "/tmp/lanewise-log-XXXXXX", text[1000];
    int own, log = mkstemp(name);
    CHECK(log >= 0);
    unlink(name);
    snprintf(name, sizeof name, "/proc/self/fd/%d", log); /* it ends with the process */
    CHECK_CALL(fused_own_level(t, &own));
    if (own < 0)
        SKIP("this processor has no level");
    CHECK_CALL(fused_open_cpu(t, "LANEWISE_LOG_FILE", name));
    for (int way = 0; way < WAYS; way++) {
        memcpy(variables, plain, sizeof plain);
        fused_make(&fused_copy_0, &fused_copy_1, &fused_copy_2);
        module = *fused_kernel->module;
        module.shared = variables;
        module.shared_end = variables + VARIABLES;
        fused_kernel->module = &module;
        fused_kernel->line = 20;
        snprintf(body, sizeof body, "%s__body", fused_kernel->name);
        if (way == ALIKE) /* two of one name on one line */
            variables[TAIL].line = variables[TILE].line;
        else if (way == RENAMED)
            variables[TILE_TWIN].name = "tail";
        else if (way == MOVED) /* in a device function: every kernel's */
            variables[DEVICE_TWIN].function = "another";
        else if (way == OTHER_LINE) /* in a macro's call of several lines */
            variables[DEVICE_TWIN].line += 3;
        else if (way == OTHER_LINES)
            variables[TAIL_TWIN].line += 3;
        else if (way == THEIR_OTHER_LINE)
            variables[THEIR_TWIN].line = 50;
        else if (way == THEIRS_ALIKE)
            variables[THEIRS_TOO].line = 41;
        else if (way == THEIRS_INCLUDED) /* both kernels come from one file, included twice */
            variables[THEIRS].kernel_line = variables[THEIRS_TOO].kernel_line = 20;
        CHECK_STATUS(lw_kernel_get_attributes(t->device, fused_kernel, &attributes), LW_SUCCESS);
        CHECK_EQUAL(attributes.fused, fits[way]);
        CHECK_EQUAL(attributes.static_shared, 128 + 1000 + 1000);
        CHECK_EQUAL(variables[TILE].offset, 128);
        if (fits[way]) {
            CHECK_EQUAL(variables[TILE_TWIN].offset, variables[TILE].offset);
            CHECK_EQUAL(variables[TAIL_TWIN].offset, variables[TAIL].offset);
            CHECK_EQUAL(variables[DEVICE_TWIN].offset, variables[IN_DEVICE].offset);
        }
        CHECK_EQUAL(fused_level_of(t, line(t, 3, 100, 0), 300), fits[way] ? own : -1);
        ssize_t length = read(log, text, sizeof text - 1);
        CHECK(length >= 0);
        text[length] = 0;
        CHECK_CONTAINS(text, fits[way] ? "" : "[LANEWISE][W] kernel by_hand runs on fibers, not fused: ");
        CHECK(fits[way] ? length == 0 : strchr(text, '\n') == text + length - 1); /* reported once */
    }
    fused_close_cpu(t, "LANEWISE_LOG_FILE");
}

/* One kernel's variable is in a macro's call of several lines, of which the host's compiler takes another line for
 * the variable's. */
TEST(machine, fused_shared_variable_in_a_macro, .host = true, .isolated = true)
{
    const lw_kernel *const kernels[] = {LW_KERNEL_OF(machine_pipeline), LW_KERNEL_OF(machine_pipeline_change)};
    int level;
    CHECK_CALL(fused_own_level(t, &level));
    CHECK_CALL(fused_open_cpu(t, NULL, NULL));
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        lw_kernel_attributes attributes;
        CHECK_STATUS(lw_kernel_get_attributes(t->device, kernels[i], &attributes), LW_SUCCESS);
        bool has_copy = false; /* a build may make copies for some levels only */
        for (int k = 0; k < LW_CPU_LEVELS; k++)
            has_copy = has_copy || kernels[i]->fused[k] != NULL;
        CHECK_EQUAL(attributes.fused, level >= 0 && has_copy);
    }
    fused_close_cpu(t, NULL);
}
