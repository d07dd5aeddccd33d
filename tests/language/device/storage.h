/* Variables of each memory space: declared in every form, used by name, and reached from the host. */
#ifndef LANGUAGE_STORAGE_H
#define LANGUAGE_STORAGE_H

#include <stdalign.h>

#include <lanewise/launch.h>

LW_DECLARE_SYMBOL(language_counter);
LW_DECLARE_SYMBOL(language_table);
LW_DECLARE_SYMBOL(language_taps);
LW_DECLARE_SYMBOL(language_scale);
LW_DECLARE_SYMBOL(language_point);

typedef struct language_pair {
    int first;
    double second;
} language_pair;

/* Each lane writes its own element of a shared array of every shape and reads the one of the next lane (the last: the
 * first's). out[lane] is the sum over shapes; sizes[0..5]: sizeof of what the names are and point to. Blocks of 32. */
LW_DECLARE_KERNEL(language_shared_shapes, (int *, out), (int *, sizes));

/* The sum of 300 shared variables, 1 to 300. One block. */
LW_DECLARE_KERNEL(language_many_shared, (int *, out));

/* The same LW_SHARED name in two kernels and in a device function that both call: three variables. */
LW_DECLARE_KERNEL(language_shared_names_a, (int *, out));
LW_DECLARE_KERNEL(language_shared_names_b, (int *, out));

/* Reverses `count` elements through dynamic shared memory; a second name is the same memory. One block. */
LW_DECLARE_KERNEL(language_dynamic, (int, count), (int *, data));

/* counter += 1 a lane; table[i][j] += i. */
LW_DECLARE_KERNEL(language_count, (int, rounds));
/* out[0] = counter, out[1..6] = table, row by row. */
LW_DECLARE_KERNEL(language_read_globals, (float *, out));
/* The address of the counter, as another kernel finds it. */
LW_DECLARE_KERNEL(language_counter_address, (int **, out));

/* out[0..2] = taps, out[3] = scale, out[4..5] = point; sizes: sizeof of each. One lane. */
LW_DECLARE_KERNEL(language_read_constants, (float *, out), (int *, sizes));

/* Types and variables that ask for more than their members' alignment, which C and C++ write alike. */
typedef struct language_quad {
    alignas(16) float lane[4];
} language_quad;
enum { LANGUAGE_ALIGNED = 6 };
/* out[i * LANGUAGE_ALIGNED ...], i the thread: each variable's address modulo the 16, 16, 16, 32, 8 and 16 bytes that it asks for. */
LW_DECLARE_KERNEL(language_alignment, (unsigned *, out));

#endif
