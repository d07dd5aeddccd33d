/* Fused copies of a kernel by hand: they need no lanewise-fuse, and write other numbers than the kernel does. */
#ifndef FUSED_COPIES_H
#define FUSED_COPIES_H

#include <emu/fused/fused.h>
#include <tests/harness/arrays.h>

/* As lanewise-cc compiles it: nothing instruments a kernel's accesses. */
#define KERNEL_TEXT                                                                                                    \
    __attribute__((section("lw_kernel_text"), no_sanitize("undefined"), no_sanitize("address"), no_sanitize("thread")))

/* api_fill's arguments. */
typedef struct fused_arguments {
    int *out, value, n;
} fused_arguments;

/* out[i] = value + 1000 * (level + 1), if the emulator's record of the block agrees with the frame. */
unsigned fused_fill(const emu_fused_frame *frame, int level);

/* Such copies, one for each level, and their parts. */
extern const emu_fused_kernel fused_copy_0, fused_copy_1, fused_copy_2;
unsigned fused_fill_0(emu_fused_frame *frame, unsigned state);
unsigned fused_fill_1(emu_fused_frame *frame, unsigned state);
unsigned fused_fill_2(emu_fused_frame *frame, unsigned state);
extern const emu_fused_region fused_region;
#define FUSED_COPY(name, function)                                                                                     \
    const emu_fused_kernel name = {.version = EMU_FUSED_VERSION, .regions = 1, .all = function, .region = &fused_region}

/* A kernel like api_fill with these copies; a new one each time, as the library caches facts about a kernel. */
extern lw_kernel *fused_kernel;
void fused_make(const emu_fused_kernel *a, const emu_fused_kernel *b, const emu_fused_kernel *c);

/* The level at which the kernel runs, -1: as fibers; -2 with the test failed. */
int fused_level_of(struct test *t, lw_launch_config config, unsigned lanes);

/* The test's device in an environment with only this variable set. */
void fused_open_cpu(struct test *t, const char *variable, const char *value);
void fused_close_cpu(struct test *t, const char *variable);

/* The level that this process chooses by itself; -1: none. fused_kernel then has the copies of all levels. */
void fused_own_level(struct test *t, int *level);

#endif
