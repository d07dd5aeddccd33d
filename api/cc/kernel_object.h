/* Checks the kernels in an object. */
#ifndef CC_KERNEL_OBJECT_H
#define CC_KERNEL_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "host_symbol.h"

enum { CC_MOST_SHARED = 48 << 10 }; /* bytes of a block's static shared memory, on every GPU */

typedef struct cc_kernel_rules { /* called with `user` */
    /* Kernel code (`caller`, a phrase) uses a name of the host; once for each pair. Returns whether that breaks a
     * rule. */
    bool (*host_symbol)(void *user, const char *caller, const char *name, cc_host_kind kind);
    void (*shared)(void *user, int line, size_t bytes); /* the kernel at that line has more than CC_MOST_SHARED */
} cc_kernel_rules;

/* Whether the object, compiled as cc_host_symbol() requires, keeps the rules. True for other files. */
bool cc_kernel_object_check(const char *path, const cc_kernel_rules *rules, void *user);

#endif
