/* What an object tells of the kernels in it. */
#ifndef CC_KERNEL_OBJECT_H
#define CC_KERNEL_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "host_symbol.h"

enum { CC_MOST_SHARED = 48 << 10 }; /* bytes of a block's static shared memory, on every GPU */

typedef struct cc_kernel_rules { /* called for each violation, with `user` */
    /* Kernel code, in words, and a name of the host's that it uses. Once a pair. Returns whether that breaks a rule. */
    bool (*host_symbol)(void *user, const char *caller, const char *name, cc_host_kind kind);
    void (*shared)(void *user, int line, size_t bytes); /* the kernel at that line has more than CC_MOST_SHARED */
} cc_kernel_rules;

/* Whether the object, compiled as cc_host_symbol() says, keeps the rules. Yes for what is no such object. */
bool cc_kernel_object_check(const char *path, const cc_kernel_rules *rules, void *user);

#endif
