/* Atomics with an order and a scope, as cuda::atomic_ref in C++. */
#ifndef G_SCOPED_H
#define G_SCOPED_H

#include <lanewise/launch.h>

/* One thread does all of them, each on words of its own, in every order and scope that CUDA takes: old[] are the
 * results, and the words stay. By the operations' names; words of 2, 4 and 8 bytes. */
typedef struct g_scoped_words {
    int add, sub, exchange, compare, wrong, loaded, stored;
    unsigned most, least;
    unsigned long long conjunction, disjunction, exclusive, long_add;
    long long long_least, long_most;
    float float_add;
    double double_sub;
    unsigned short half_word;
} g_scoped_words;
LW_DECLARE_KERNEL(g_scoped_steps, (g_scoped_words *, words), (g_scoped_words *, old));

/* Block 2 p writes numbers and releases flags[p]; block 2 p + 1 waits for it by acquiring loads, and copies them to
 * out. */
enum { G_MESSAGE = 32 };
LW_DECLARE_KERNEL(g_scoped_message, (int, pairs), (int *, data), (int *, flags), (int *, out));

/* Every thread takes the lock by an acquiring exchange, adds 1 to *total, and releases it by a store. */
LW_DECLARE_KERNEL(g_scoped_lock, (int *, lock), (int *, total));

#endif
