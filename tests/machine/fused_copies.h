/* Fused copies of a kernel by hand: they need no lanewise-fuse, and write other numbers than the kernel does. */
#ifndef FUSED_COPIES_H
#define FUSED_COPIES_H

#include <emu/fused/fused.h>
#include <tests/machine/arrays.h>

/* As lanewise-cc compiles it: nothing watches a kernel's accesses. */
#define KERNEL_TEXT                                                                                                    \
    __attribute__((section("lw_kernel_text"), no_sanitize("undefined"), no_sanitize("address"), no_sanitize("thread")))

/* api_fill's arguments. */
typedef struct fused_arguments {
    int *out, value, n;
} fused_arguments;

/* out[i] = value + 1000 * (level + 1), where the emulator has the block as the frame has. */
unsigned fused_fill(const emu_fused_frame *frame, int level);

/* Copies that do so, one for each level, and what they and others are made of. */
extern const emu_fused_kernel fused_copy_0, fused_copy_1, fused_copy_2;
unsigned fused_fill_0(emu_fused_frame *frame, unsigned state);
unsigned fused_fill_1(emu_fused_frame *frame, unsigned state);
unsigned fused_fill_2(emu_fused_frame *frame, unsigned state);
extern const emu_fused_region fused_region;
#define FUSED_COPY(name, function)                                                                                     \
    const emu_fused_kernel name = {.version = EMU_FUSED_VERSION, .regions = 1, .all = function, .region = &fused_region}

/* A kernel like api_fill with these copies; another each time, as what is known of a kernel is kept. */
extern lw_kernel *fused_kernel;
void fused_make(const emu_fused_kernel *a, const emu_fused_kernel *b, const emu_fused_kernel *c);

/* By which level the kernel is run, -1: as fibers; -2 with the test failed. */
int fused_level_of(struct test *t, lw_launch_config config, unsigned lanes);

/* The test's device in an environment where nothing is asked for but what the variable says. */
void fused_open_cpu(struct test *t, const char *variable, const char *value);
void fused_close_cpu(struct test *t, const char *variable);

/* The level that this process runs by itself; -1: it has none. fused_kernel has the copies of all levels then. */
void fused_own_level(struct test *t, int *level);

#endif
