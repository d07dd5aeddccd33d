#include <lanewise/kernel.h>

#include "G_atomics.h"

/* One operation in the requested scope. */
#define SCOPED(atomic, ...)                                                                                            \
    (scope == G_BLOCK    ? atomic##_block(target, __VA_ARGS__)                                                         \
     : scope == G_SYSTEM ? atomic##_system(target, __VA_ARGS__)                                                        \
                         : atomic(target, __VA_ARGS__))
#define CASE(operation, atomic)                                                                                        \
    case operation: old[i] = SCOPED(atomic, values[i]); break;
#define CASE_CAS                                                                                                       \
    case G_CAS: old[i] = SCOPED(atomicCAS, compares[i], values[i]); break;
/* The body of every kernel; `cases` are the operations of the type. */
#define EACH(type, cases)                                                                                              \
    LW_SHARED(type, local);                                                                                            \
    if (shared)                                                                                                        \
        *local = *word;                                                                                                \
    type *target = shared ? local : word;                                                                              \
    for (int i = 0; i < count; i++)                                                                                    \
        switch (operation) {                                                                                           \
            cases                                                                                                      \
        }                                                                                                              \
    if (shared)                                                                                                        \
    *word = *local

LW_KERNEL(g_atomic_int, (int, operation), (int, scope), (int, shared), (int, count), (const int *, compares),
          (const int *, values), (int *, word), (int *, old))
{
    EACH(int, CASE(G_ADD, atomicAdd) CASE(G_SUB, atomicSub) CASE(G_EXCH, atomicExch) CASE(G_MIN, atomicMin)
                  CASE(G_MAX, atomicMax) CASE(G_AND, atomicAnd) CASE(G_OR, atomicOr) CASE(G_XOR, atomicXor) CASE_CAS);
}

LW_KERNEL(g_atomic_unsigned, (int, operation), (int, scope), (int, shared), (int, count), (const unsigned *, compares),
          (const unsigned *, values), (unsigned *, word), (unsigned *, old))
{
    EACH(unsigned, CASE(G_ADD, atomicAdd) CASE(G_SUB, atomicSub) CASE(G_EXCH, atomicExch) CASE(G_MIN, atomicMin)
                       CASE(G_MAX, atomicMax) CASE(G_INC, atomicInc) CASE(G_DEC, atomicDec) CASE(G_AND, atomicAnd)
                           CASE(G_OR, atomicOr) CASE(G_XOR, atomicXor) CASE_CAS);
}

LW_KERNEL(g_atomic_ll, (int, operation), (int, scope), (int, shared), (int, count), (const long long *, compares),
          (const long long *, values), (long long *, word), (long long *, old))
{
    (void)compares;
    EACH(long long, CASE(G_MIN, atomicMin) CASE(G_MAX, atomicMax) CASE(G_AND, atomicAnd) CASE(G_OR, atomicOr)
                        CASE(G_XOR, atomicXor));
}

LW_KERNEL(g_atomic_ull, (int, operation), (int, scope), (int, shared), (int, count),
          (const unsigned long long *, compares), (const unsigned long long *, values), (unsigned long long *, word),
          (unsigned long long *, old))
{
    EACH(unsigned long long,
         CASE(G_ADD, atomicAdd) CASE(G_EXCH, atomicExch) CASE(G_MIN, atomicMin) CASE(G_MAX, atomicMax)
             CASE(G_AND, atomicAnd) CASE(G_OR, atomicOr) CASE(G_XOR, atomicXor) CASE_CAS);
}

LW_KERNEL(g_atomic_float, (int, operation), (int, scope), (int, shared), (int, count), (const float *, compares),
          (const float *, values), (float *, word), (float *, old))
{
    (void)compares;
    EACH(float, CASE(G_ADD, atomicAdd) CASE(G_EXCH, atomicExch));
}

LW_KERNEL(g_atomic_double, (int, operation), (int, scope), (int, shared), (int, count), (const double *, compares),
          (const double *, values), (double *, word), (double *, old))
{
    (void)compares;
    EACH(double, CASE(G_ADD, atomicAdd));
}

LW_KERNEL(g_atomic_ushort, (int, operation), (int, scope), (int, shared), (int, count),
          (const unsigned short *, compares), (const unsigned short *, values), (unsigned short *, word),
          (unsigned short *, old))
{
    (void)scope;
#define CASE_PLAIN                                                                                                     \
    case G_CAS: old[i] = atomicCAS(target, compares[i], values[i]); break;
    EACH(unsigned short, CASE_PLAIN);
}

/* Additions alone. */
#define EACH_ADD(type)                                                                                                 \
    LW_SHARED(type, local);                                                                                            \
    if (shared)                                                                                                        \
        *local = *word;                                                                                                \
    for (int i = 0; i < count; i++)                                                                                    \
        old[i] = shared ? atomicAdd(local, values[i]) : atomicAdd(word, values[i]);                                    \
    if (shared)                                                                                                        \
    *word = *local

LW_KERNEL(g_atomic_half, (int, shared), (int, count), (const __half *, values), (__half *, word), (__half *, old))
{
    EACH_ADD(__half);
}

LW_KERNEL(g_atomic_half2, (int, shared), (int, count), (const __half2 *, values), (__half2 *, word), (__half2 *, old))
{
    EACH_ADD(__half2);
}

LW_KERNEL(g_atomic_bfloat16, (int, shared), (int, count), (const __nv_bfloat16 *, values), (__nv_bfloat16 *, word),
          (__nv_bfloat16 *, old))
{
    EACH_ADD(__nv_bfloat16);
}

LW_KERNEL(g_atomic_bfloat162, (int, shared), (int, count), (const __nv_bfloat162 *, values), (__nv_bfloat162 *, word),
          (__nv_bfloat162 *, old))
{
    EACH_ADD(__nv_bfloat162);
}
