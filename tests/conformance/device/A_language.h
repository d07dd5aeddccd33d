/* Kernels for the rows of the kernel language itself. */
#ifndef A_LANGUAGE_H
#define A_LANGUAGE_H

#include <lanewise/launch.h>

LW_DECLARE_KERNEL(a1_wait, (volatile int *, open), (int *, out));
LW_DECLARE_KERNEL(a2_functions, (int *, out));
int a3_on_the_host(int x);
LW_DECLARE_KERNEL(a3_both, (int, x), (int *, out));
LW_DECLARE_KERNEL(a5_arch, (int *, out));
struct a7_most {
    int word[32764 / 4];
};
LW_DECLARE_SYMBOL(a7_sum);
LW_DECLARE_KERNEL(a7_large, (struct a7_most, all));
struct a7_odd {
    char name[5];
    double value;
};
LW_DECLARE_KERNEL(a7_kinds, (signed char, a), (struct a7_odd, b), (short, c), (float, d), (const double *, e),
                  (double *, out));
LW_DECLARE_KERNEL(a8_ackermann, (int, m), (int, n), (int *, out));
LW_DECLARE_KERNEL(a8_overflow, (int *, out));
LW_DECLARE_KERNEL(a9_pointers, (int *, out));
LW_DECLARE_SYMBOL(a10_counter);
LW_DECLARE_SYMBOL(a10_table);
LW_DECLARE_KERNEL(a10_count, (int *, out));
LW_DECLARE_SYMBOL(a11_taps);
LW_DECLARE_KERNEL(a11_read, (float *, out));
LW_DECLARE_KERNEL(a12_shared, (int *, out));
LW_DECLARE_KERNEL(a13_same, (int *, out));
LW_DECLARE_KERNEL(a13_rows, (unsigned, size), (unsigned *, out));
LW_DECLARE_KERNEL(a13_tiles, (unsigned, size), (unsigned *, out));
LW_DECLARE_KERNEL(a13_shorts, (int, count), (float *, out));
LW_DECLARE_KERNEL(a14_statics, (int *, out));
LW_DECLARE_KERNEL(a17_restrict, (int, n), (const float *, x), (float *, y));
LW_DECLARE_KERNEL(a18_volatile, (int *, out));
LW_DECLARE_KERNEL(a19_unroll, (int, n), (int *, out));
LW_DECLARE_KERNEL(a21_wide, (unsigned long long, a), (unsigned long long, b), (unsigned long long *, out));
LW_DECLARE_KERNEL(a22_constants, (double *, out));
LW_DECLARE_KERNEL(a25_alloca, (int, n), (int *, out));
LW_DECLARE_KERNEL(a25_too_much, (int, n), (int *, out));
LW_DECLARE_KERNEL(a26_hints, (int *, data), (int *, out));
LW_DECLARE_KERNEL(a26_false, (int, x), (int *, out));
LW_DECLARE_KERNEL(a26_reached, (int, x), (int *, out));
LW_DECLARE_KERNEL(a28_vectors, (double *, out));
struct a29_table {
    int entry[16];
};
LW_DECLARE_KERNEL(a29_grid_constant, (struct a29_table, table), (int *, out));
/* Whether it is a grid constant: of each memory space an address. */
enum { A29_STRUCTURE, A29_NUMBER, A29_SHARED, A29_GLOBAL, A29_CONSTANT, A29_LOCAL, A29_COPY, A29_OTHERS };
LW_DECLARE_KERNEL(a29_told, (struct a29_table, table), (short, number), (struct a29_table, copy), (unsigned *, out));
LW_DECLARE_KERNEL(a29_one_address, (short, first), (struct a29_table, table), (unsigned long long *, out));

#endif
