/* Kernels whose lane 5 computes what C leaves undefined. */
#ifndef TESTS_CHECK_ARITHMETIC_KERNELS_H
#define TESTS_CHECK_ARITHMETIC_KERNELS_H

#include <lanewise/launch.h>

/* Everything that is wrong is in memory: compilers know nothing of it. */
typedef struct operands {
    double x;
    long long a, b;
} operands;

LW_DECLARE_KERNEL(casts, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(shifts, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(divisions, (const operands *, in), (long long *, out));

LW_DECLARE_KERNEL(product, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(sum, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(difference, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(negative, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(part, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(pitch, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(wide_product, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(in_shared, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(in_local, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(behind_hash, (const operands *, in), (long long *, out));

LW_DECLARE_KERNEL(hash, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(field, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(guarded, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(of_another, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(hash_then_end, (const operands *, in), (long long *, out));

LW_DECLARE_KERNEL(structures, (const operands *, in), (long long *, out));
LW_DECLARE_KERNEL(promised, (const operands *, in), (long long *, out));

#endif
