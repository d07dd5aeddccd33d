/* Every atomic of every type and scope, one after the other by one thread, so that each has one result. */
#ifndef G_ATOMICS_H
#define G_ATOMICS_H

#include <lanewise/bfloat16.h>
#include <lanewise/half.h>
#include <lanewise/launch.h>

typedef enum g_operation { G_ADD, G_SUB, G_EXCH, G_MIN, G_MAX, G_INC, G_DEC, G_AND, G_OR, G_XOR, G_CAS } g_operation;
typedef enum g_scope { G_DEVICE, G_BLOCK, G_SYSTEM, G_SCOPES } g_scope;

/* For each of `count` values in turn: old[i] = atomicOPERATION_SCOPE(word, values[i]); a CAS compares with
 * compares[i]. The word is global memory, or shared memory that is copied from it before and to it after. One
 * thread; operations that the type lacks leave old[i] unchanged. */
LW_DECLARE_KERNEL(g_atomic_int, (int, operation), (int, scope), (int, shared), (int, count), (const int *, compares),
                  (const int *, values), (int *, word), (int *, old));
LW_DECLARE_KERNEL(g_atomic_unsigned, (int, operation), (int, scope), (int, shared), (int, count),
                  (const unsigned *, compares), (const unsigned *, values), (unsigned *, word), (unsigned *, old));
LW_DECLARE_KERNEL(g_atomic_ll, (int, operation), (int, scope), (int, shared), (int, count),
                  (const long long *, compares), (const long long *, values), (long long *, word), (long long *, old));
LW_DECLARE_KERNEL(g_atomic_ull, (int, operation), (int, scope), (int, shared), (int, count),
                  (const unsigned long long *, compares), (const unsigned long long *, values),
                  (unsigned long long *, word), (unsigned long long *, old));
LW_DECLARE_KERNEL(g_atomic_float, (int, operation), (int, scope), (int, shared), (int, count),
                  (const float *, compares), (const float *, values), (float *, word), (float *, old));
LW_DECLARE_KERNEL(g_atomic_double, (int, operation), (int, scope), (int, shared), (int, count),
                  (const double *, compares), (const double *, values), (double *, word), (double *, old));
/* Compare and exchange; without scopes. */
LW_DECLARE_KERNEL(g_atomic_ushort, (int, operation), (int, scope), (int, shared), (int, count),
                  (const unsigned short *, compares), (const unsigned short *, values), (unsigned short *, word),
                  (unsigned short *, old));
/* Additions; without scopes. */
LW_DECLARE_KERNEL(g_atomic_half, (int, shared), (int, count), (const __half *, values), (__half *, word),
                  (__half *, old));
LW_DECLARE_KERNEL(g_atomic_half2, (int, shared), (int, count), (const __half2 *, values), (__half2 *, word),
                  (__half2 *, old));
LW_DECLARE_KERNEL(g_atomic_bfloat16, (int, shared), (int, count), (const __nv_bfloat16 *, values),
                  (__nv_bfloat16 *, word), (__nv_bfloat16 *, old));
LW_DECLARE_KERNEL(g_atomic_bfloat162, (int, shared), (int, count), (const __nv_bfloat162 *, values),
                  (__nv_bfloat162 *, word), (__nv_bfloat162 *, old));

#endif
