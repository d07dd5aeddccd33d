/* Atomics on floating-point numbers. Addition of floats flushes denormal operands and results to zero in global memory,
 * but not in shared memory. Addition of doubles never does. */
#include "atomics.h"

#include <math.h>
#include <string.h>

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

/* If the result is a NaN, a GPU's float instructions always return this one. */
static inline unsigned sum_bits(float sum)
{
    return isnan(sum) ? 0x7fffffffu : bits_of(sum);
}

/* Denormals become zeros of their sign. */
static inline unsigned flush(unsigned bits)
{
    return bits & 0x7f800000u ? bits : bits & 0x80000000u;
}

static inline __attribute__((always_inline)) float add_float(float *address, float value, bool keeps_denormals,
                                                             bool exclusive)
{
    unsigned *word = (unsigned *)address, old = __atomic_load_n(word, __ATOMIC_RELAXED), next;
    float addend = keeps_denormals ? value : float_of(flush(bits_of(value)));
    do {
        next = keeps_denormals ? sum_bits(float_of(old) + addend) : flush(sum_bits(float_of(flush(old)) + addend));
        if (exclusive) {
            *word = next;
            break;
        }
    } while (!__atomic_compare_exchange_n(word, &old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return float_of(old);
}

/* The NaN that is the sum of doubles: the first operand that is a NaN (the word, then the addend), else the default
 * NaN. A GPU's adder in global memory keeps a signalling NaN of the word. */
static unsigned long long nan_bits(double before, double value, bool keeps_signalling)
{
    unsigned long long bits = 0xfff8000000000000ull, quiet = 1ull << 51;
    if (isnan(before))
        memcpy(&bits, &before, sizeof bits);
    else if (isnan(value))
        memcpy(&bits, &value, sizeof bits);
    return isnan(before) && keeps_signalling ? bits : bits | quiet;
}

static inline __attribute__((always_inline)) double add_double(double *address, double value, bool shared,
                                                               bool exclusive)
{
    unsigned long long *word = (unsigned long long *)address, old = __atomic_load_n(word, __ATOMIC_RELAXED), next;
    double before, after;
    do {
        memcpy(&before, &old, sizeof before);
        after = before + value;
        memcpy(&next, &after, sizeof next);
        if (isnan(after))
            next = nan_bits(before, value, !shared);
        if (exclusive) {
            *word = next;
            break;
        }
    } while (!__atomic_compare_exchange_n(word, &old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return before;
}

#define ADD(name, block)                                                                                               \
    float emu_atomic_##name##_f32(float *address, float value)                                                         \
    {                                                                                                                  \
        emu_atomic_check(address, sizeof *address);                                                                    \
        bool shared = emu_in_shared(address);                                                                          \
        float old = add_float(address, value, shared, shared || block);                                                \
        emu_spend_yield_budget_on(address, sizeof *address);                                                           \
        return old;                                                                                                    \
    }                                                                                                                  \
    double emu_atomic_##name##_f64(double *address, double value)                                                      \
    {                                                                                                                  \
        emu_atomic_check(address, sizeof *address);                                                                    \
        bool shared = emu_in_shared(address);                                                                          \
        double old = add_double(address, value, shared, block || shared);                                              \
        emu_spend_yield_budget_on(address, sizeof *address);                                                           \
        return old;                                                                                                    \
    }
ADD(add, false)
ADD(add_block, true)

/* Each component is one atomic. A GPU has the instruction only for global memory; in shared memory it traps. */
#define ADD_VECTOR(name, block)                                                                                        \
    void emu_atomic_##name##_f32_vector(float *address, const float *value, float *old, unsigned count)                \
    {                                                                                                                  \
        emu_atomic_check(address, count * sizeof *address);                                                            \
        if (emu_in_shared(address)) {                                                                                  \
            emu_self->fault_record.pc = (uintptr_t)__builtin_return_address(0) - 1;                                    \
            emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, 0,                                                      \
                            "atomicAdd of a float%u in shared memory: expected global memory", count);                 \
        }                                                                                                              \
        for (unsigned i = 0; i < count; i++)                                                                           \
            old[i] = add_float(address + i, value[i], false, block);                                                   \
        emu_spend_yield_budget_on(address, sizeof *address);                                                           \
    }
ADD_VECTOR(add, false)
ADD_VECTOR(add_block, true)
