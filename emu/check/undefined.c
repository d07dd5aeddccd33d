/* Arithmetic that C leaves undefined and a GPU does not: called by checked copies where an operand is one of those. The
 * records are UndefinedBehaviorSanitizer's, laid out alike by gcc and clang. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "inside.h"

#define SEEN __attribute__((visibility("default")))
#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

typedef struct place {
    const char *file;
    unsigned line, column;
} place;

typedef struct value_type {
    uint16_t kind, info; /* kind 0: integer, of 1 << info / 2 bits, signed where info is odd; 1: float of info bits */
    char name[];
} value_type;

typedef struct one_type {
    place at;
    const value_type *type;
} one_type;

typedef struct two_types {
    place at;
    const value_type *first, *second;
} two_types;

static unsigned bits_of(const value_type *type)
{
    return type->kind == 0 ? 1u << (type->info >> 1) : type->info;
}

/* As a signed number of 64 bits; those of 128 bits come by their address. */
static long long integer(const value_type *type, uintptr_t value)
{
    unsigned bits = bits_of(type);
    if (bits > 64)
        return *(const long long *)value;
    if (bits == 64)
        return (long long)value;
    unsigned long long low = value & ((1ull << bits) - 1);
    return type->info & 1 && low >> (bits - 1) ? (long long)(low | ~0ull << bits) : (long long)low;
}

static double floating(const value_type *type, uintptr_t value)
{
    double result = 0;
    float narrow;
    if (bits_of(type) == 32) {
        memcpy(&narrow, &value, sizeof narrow);
        result = (double)narrow;
    } else if (bits_of(type) == 64) {
        memcpy(&result, &value, sizeof result);
    }
    return result;
}

__attribute__((format(printf, 3, 4))) static void found(emu_finding_kind kind, uintptr_t pc, const char *format, ...)
{
    emu_worker *worker = emu_self;
    if (!worker || !worker->check || !emu_check_wanted.memory)
        return;
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    emu_touch touch = {.worker = worker, .pc = pc};
    emu_check_found(&touch, kind, text);
}

SEEN void emu_undefined_out_of_bounds(const two_types *data, uintptr_t index);
void emu_undefined_out_of_bounds(const two_types *data, uintptr_t index)
{
    found(EMU_FOUND_OUT_OF_BOUNDS, HERE, "index %lld of an array of type %s", integer(data->second, index), data->first->name);
}

/* The accesses themselves tell of scalars; but a vector's elements may be accessed one by one, where a GPU would take them
 * all at once. */
typedef struct mismatch {
    place at;
    const value_type *type;
    unsigned char alignment; /* log2 */
    unsigned char kind;      /* 0: a load, 1: a store; else no access yet */
} mismatch;

SEEN void emu_undefined_type_mismatch_v1(const mismatch *data, uintptr_t address);
void emu_undefined_type_mismatch_v1(const mismatch *data, uintptr_t address)
{
    enum { NO_SCALAR = 0xffff };
    if (data->type->kind == NO_SCALAR && data->kind <= 1)
        emu_check_misaligned(address, 1u << data->alignment, data->kind == 1, HERE);
}

SEEN void emu_undefined_shift_out_of_bounds(const two_types *data, uintptr_t left, uintptr_t right);
void emu_undefined_shift_out_of_bounds(const two_types *data, uintptr_t left, uintptr_t right)
{
    long long by = integer(data->second, right), value = integer(data->first, left);
    unsigned width = bits_of(data->first);
    if (by >= 0 && by < width) /* of a negative number, or beyond the sign: what -fwrapv defines */
        return;
    found(EMU_FOUND_ARITHMETIC, HERE,
          "%lld of type %s shifted by %lld, where it has %u bits: a GPU shifts all bits out, the CPU by %lld", value,
          data->first->name, by, width, by & (width - 1));
}

SEEN void emu_undefined_divrem_overflow(const one_type *data, uintptr_t left, uintptr_t right);
void emu_undefined_divrem_overflow(const one_type *data, uintptr_t left, uintptr_t right)
{
    long long value = integer(data->type, left);
    if (integer(data->type, right) == 0)
        found(EMU_FOUND_ARITHMETIC, HERE, "%lld of type %s divided by zero: a GPU goes on with a value of no meaning", value,
              data->type->name);
    else
        found(EMU_FOUND_ARITHMETIC, HERE, "%lld of type %s divided by -1: a GPU gives the number itself", value,
              data->type->name);
}

SEEN void emu_undefined_float_cast_overflow(const two_types *data, uintptr_t from);
void emu_undefined_float_cast_overflow(const two_types *data, uintptr_t from)
{
    double value = floating(data->first, from);
    found(EMU_FOUND_ARITHMETIC, HERE, "%g of type %s converted to %s, which cannot hold it: a GPU gives %s", value,
          data->first->name, data->second->name,
          value != value ? "0, or of 64 bits the least number" : value < 0 ? "the least number" : "the greatest number");
}

/* Overflow wraps, as on a GPU: these are compiled in by no flag of ours, but may be by the user's. */
#define WRAPS(name)                                                                                                    \
    SEEN void emu_undefined_##name##_overflow(const one_type *data, uintptr_t left, uintptr_t right);                  \
    void emu_undefined_##name##_overflow(const one_type *data, uintptr_t left, uintptr_t right)                        \
    {                                                                                                                  \
        (void)data, (void)left, (void)right;                                                                           \
    }
WRAPS(add)
WRAPS(sub)
WRAPS(mul)

SEEN void emu_undefined_negate_overflow(const one_type *data, uintptr_t value);
void emu_undefined_negate_overflow(const one_type *data, uintptr_t value)
{
    (void)data, (void)value;
}
