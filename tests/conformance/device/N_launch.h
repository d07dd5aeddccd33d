/* Kernels that launch kernels, in N_launch.c, N_parameters.c (N16) and N_runtime.c (N10 to N12). */
#ifndef N_LAUNCH_H
#define N_LAUNCH_H

#include <lanewise/launch.h>

/* ---- children ---- */
/* On a GPU a kernel launches those of its own file: these are N_launch.c's, except n_parameters and n_large. */
LW_DECLARE_KERNEL(n_add, (int *, sum), (int, value));                   /* every thread adds value */
LW_DECLARE_KERNEL(n_write, (int *, to), (int, value));                  /* thread 0 */
LW_DECLARE_KERNEL(n_read, (const int *, from), (int *, to));            /* thread 0 copies one int */
LW_DECLARE_KERNEL(n_copy, (const int *, from), (int *, to));            /* one int a thread */
LW_DECLARE_KERNEL(n_stamp, (int *, clock), (int *, when), (int, spin)); /* thread 0: when = clock++, after a while */
LW_DECLARE_KERNEL(n_bounded, (int *, out));                             /* at most 64 threads */
LW_DECLARE_KERNEL(n_exact, (int *, out));                               /* 8 x 4 x 2 threads */
LW_DECLARE_KERNEL(n_dynamic, (int *, out), (int, count)); /* count ints of dynamic shared memory, summed */
struct n_mixed {
    char bytes[3];
};
LW_DECLARE_KERNEL(n_parameters, (char, a), (double, b), (struct n_mixed, c), (short, d), (long long, e), (float, f),
                  (double *, out));
struct n_large {
    long long word[500];
}; /* few members: nvcc's time grows with their square */
LW_DECLARE_KERNEL(n_large, (struct n_large, all), (int *, out));
LW_DECLARE_KERNEL(n_show_constant, (int *, out));
LW_DECLARE_KERNEL(n_fault, (int *, to));
LW_DECLARE_KERNEL(n_gate, (int *, open));

/* ---- parents ---- */
LW_DECLARE_KERNEL(n1_launch, (int *, out));
LW_DECLARE_KERNEL(n2_tree, (int *, leaves), (int, depth));
LW_DECLARE_KERNEL(n2_return, (int *, sum));
LW_DECLARE_KERNEL(n3_memory, (int *, data), (int *, out));
LW_DECLARE_KERNEL(n4_heap, (int *, out));
LW_DECLARE_KERNEL(n4_shared, (int *, out));
LW_DECLARE_KERNEL(n4_local, (int *, out));
LW_DECLARE_SYMBOL(n_constant);
LW_DECLARE_SYMBOL(n_global);
LW_DECLARE_KERNEL(n5_constant, (int *, out));
LW_DECLARE_KERNEL(n6_null, (int *, clock), (int *, when));
LW_DECLARE_KERNEL(n6_streams, (int *, clock), (int *, when), (int *, error));
LW_DECLARE_KERNEL(n6_blocks, (int *, when));
LW_DECLARE_KERNEL(n_follow, (const int *, before), (int *, when));
LW_DECLARE_KERNEL(n_thrice, (int *, out));
LW_DECLARE_KERNEL(n_doomed, (int *, clock), (int *, out));
LW_DECLARE_KERNEL(n7_events, (int *, clock), (int *, when), (int *, error));
LW_DECLARE_KERNEL(n9_tail, (int *, clock), (int *, when));
LW_DECLARE_KERNEL(n9_again, (int *, clock), (int *, when), (int, left));
LW_DECLARE_KERNEL(n9_nested_tails, (int *, clock), (int *, when), (int, level));
LW_DECLARE_KERNEL(n10_device, (int *, out));
LW_DECLARE_KERNEL(n11_add, (int *, sum), (int, value));
LW_DECLARE_KERNEL(n11_transfers, (int *, data), (int *, error));
/* Sets two words to 0x01010101. */
LW_DECLARE_KERNEL(n11_set, (int *, data));
/* Names streams without queuing anything in them: errors[i] of each call. */
LW_DECLARE_KERNEL(n11_nothing, (int *, data), (int *, errors));
LW_DECLARE_KERNEL(n12_malloc, (int *, out));
LW_DECLARE_KERNEL(n13_errors, (int *, out));
LW_DECLARE_KERNEL(n13_lanes, (int *, out));
LW_DECLARE_KERNEL(n13_shapes, (int *, out));
LW_DECLARE_KERNEL(n13_fault, (int *, out));
LW_DECLARE_KERNEL(n14_deep, (int *, out), (int, depth));
LW_DECLARE_KERNEL(n14_pending, (int *, out), (int, count));
LW_DECLARE_KERNEL(n16_parameters, (double *, out));
LW_DECLARE_KERNEL(n16_large, (int *, out));
LW_DECLARE_KERNEL(n17_symbols, (int *, out));

#endif
