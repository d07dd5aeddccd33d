/* What an object, 64-bit ELF, tells of the kernels in it. */
#ifndef CC_KERNEL_OBJECT_H
#define CC_KERNEL_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

enum { CC_MOST_SHARED = 48 << 10 }; /* bytes of a block's static shared memory, on every GPU */

typedef struct cc_kernel_rules { /* called for what breaks one; `user` as given */
    /* A function of kernel code, and one that is neither kernel code nor the emulator's nor one of CUDA's. Once a pair. */
    void (*host_call)(void *user, const char *caller, const char *callee);
    void (*shared)(void *user, int line, size_t bytes); /* the kernel of that line has more than CC_MOST_SHARED */
} cc_kernel_rules;

/* Whether the object, compiled without optimisation, keeps the rules. Yes for what is no such object. */
bool cc_kernel_object_check(const char *path, const cc_kernel_rules *rules, void *user);

#endif
