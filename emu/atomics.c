/* Atomics: relaxed read-modify-writes on global memory, plain ones on shared memory, whose lanes share a thread and are
 * never preempted in here. */
#include "credit.h"

#include <math.h>
#include <string.h>

static inline bool in_shared(const void *address)
{
    const emu_worker *worker = emu_self;
    return (uintptr_t)address - (uintptr_t)worker->shared < (size_t)(worker->arena_end - worker->shared);
}

/* Those that the processor has: `operation` is the builtin's name, `plain` the new value from `old` and `value`. */
#define NATIVE(name, builtin, suffix, type, plain)                                                                     \
    type emu_atomic_##name##_##suffix(type *address, type value)                                                       \
    {                                                                                                                  \
        type old;                                                                                                      \
        if (in_shared(address)) {                                                                                      \
            old = *address;                                                                                            \
            *address = (plain);                                                                                        \
        } else {                                                                                                       \
            old = builtin(address, value, __ATOMIC_RELAXED);                                                           \
        }                                                                                                              \
        emu_spend();                                                                                                   \
        return old;                                                                                                    \
    }

/* The others, by compare and exchange; `update` is the new value from `old` and `value`. Where nothing changes nothing
 * is written: no lane can tell. */
#define LOOPED(name, suffix, type, update)                                                                             \
    type emu_atomic_##name##_##suffix(type *address, type value)                                                       \
    {                                                                                                                  \
        type old = __atomic_load_n(address, __ATOMIC_RELAXED), next = (update);                                        \
        if (in_shared(address)) {                                                                                      \
            *address = next;                                                                                           \
        } else {                                                                                                       \
            while (next != old &&                                                                                      \
                   !__atomic_compare_exchange_n(address, &old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))        \
                next = (update);                                                                                       \
        }                                                                                                              \
        emu_spend();                                                                                                   \
        return old;                                                                                                    \
    }

#define COMPARE(suffix, type)                                                                                          \
    type emu_atomic_cas_##suffix(type *address, type compare, type value)                                              \
    {                                                                                                                  \
        type old = compare;                                                                                            \
        if (in_shared(address)) {                                                                                      \
            old = *address;                                                                                            \
            if (old == compare)                                                                                        \
                *address = value;                                                                                      \
        } else {                                                                                                       \
            __atomic_compare_exchange_n(address, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);              \
        }                                                                                                              \
        emu_spend();                                                                                                   \
        return old;                                                                                                    \
    }

#define INTEGER(suffix, type, unsigned_type)                                                                           \
    NATIVE(add, __atomic_fetch_add, suffix, type, (type)((unsigned_type)old + (unsigned_type)value))                   \
    NATIVE(exch, __atomic_exchange_n, suffix, type, value)                                                             \
    NATIVE(and, __atomic_fetch_and, suffix, type, old &value)                                                          \
    NATIVE(or, __atomic_fetch_or, suffix, type, old | value)                                                           \
    NATIVE(xor, __atomic_fetch_xor, suffix, type, old ^ value)                                                         \
    LOOPED(min, suffix, type, value < old ? value : old)                                                               \
    LOOPED(max, suffix, type, value > old ? value : old)                                                               \
    COMPARE(suffix, type)

INTEGER(i32, int, unsigned)
INTEGER(u32, unsigned, unsigned)
INTEGER(i64, long long, unsigned long long)
INTEGER(u64, unsigned long long, unsigned long long)
COMPARE(u16, unsigned short)
LOOPED(inc, u32, unsigned, old >= value ? 0 : old + 1)
LOOPED(dec, u32, unsigned, old == 0 || old > value ? value : old - 1)

static inline unsigned bits_of(float value)
{
    unsigned bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_of(unsigned bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A float instruction's result where it is a NaN: always this one on a GPU. */
static inline unsigned sum_bits(float sum)
{
    return isnan(sum) ? 0x7fffffffu : bits_of(sum);
}

/* Denormals become zeros of their sign. */
static inline unsigned flush(unsigned bits)
{
    return bits & 0x7f800000u ? bits : bits & 0x80000000u;
}

float emu_atomic_add_f32(float *address, float value)
{
    unsigned *word = (unsigned *)address, old = __atomic_load_n(word, __ATOMIC_RELAXED), next;
    if (in_shared(address)) {
        *word = sum_bits(float_of(old) + value);
    } else {
        float addend = float_of(flush(bits_of(value)));
        do
            next = flush(sum_bits(float_of(flush(old)) + addend));
        while (!__atomic_compare_exchange_n(word, &old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    }
    emu_spend();
    return float_of(old);
}

double emu_atomic_add_f64(double *address, double value)
{
    unsigned long long *word = (unsigned long long *)address, old = __atomic_load_n(word, __ATOMIC_RELAXED), next;
    double before, after;
    bool shared = in_shared(address);
    do {
        memcpy(&before, &old, sizeof before);
        after = before + value;
        memcpy(&next, &after, sizeof next);
        if (shared) {
            *word = next;
            break;
        }
    } while (!__atomic_compare_exchange_n(word, &old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    emu_spend();
    return before;
}

float emu_atomic_exch_f32(float *address, float value)
{
    return float_of(emu_atomic_exch_u32((unsigned *)address, bits_of(value)));
}
