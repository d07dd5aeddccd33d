/* Kernels that use every kind of memory. */
#ifndef H_MEMORY_H
#define H_MEMORY_H

#include <stddef.h>

#include <lanewise/launch.h>

typedef struct h_spaces {
    int global, constant, shared, local, register_sum;
} h_spaces;

LW_DECLARE_KERNEL(h_scopes, (h_spaces *, out));
LW_DECLARE_KERNEL(h_pitched, (char *, memory), (size_t, pitch), (int, width), (int, height), (int, depth));
LW_DECLARE_KERNEL(h_double, (int *, numbers), (int, n));
LW_DECLARE_KERNEL(h_words, (const unsigned char *, in), (unsigned long long *, out));
LW_DECLARE_KERNEL(h_indexed, (const int *, order), (int *, out), (int, n));
LW_DECLARE_KERNEL(h_columns, (const float *, in), (float *, out), (int, stride));
LW_DECLARE_KERNEL(h_large_shared, (int *, out), (int, words));
LW_DECLARE_KERNEL(h_constants, (int *, out), (int, spread));
LW_DECLARE_KERNEL(h_wait, (long long, milliseconds));

LW_DECLARE_SYMBOL(h_counter);
LW_DECLARE_SYMBOL(h_table);

#endif
