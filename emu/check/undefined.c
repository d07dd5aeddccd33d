/* Arithmetic that is undefined in C, and defined on a GPU. Checked copies call these functions when it occurs. The
 * records are those of UndefinedBehaviorSanitizer, with one layout in gcc and clang. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "inside.h"
#include "overflow.h"

#define EXPORTED __attribute__((visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0) - 1)

typedef emu_wide wide;
__extension__ typedef unsigned __int128 unsigned_wide;

typedef struct place {
    const char *file;
    unsigned line, column;
} place;

typedef struct value_type {
    uint16_t kind, info; /* kind 0: integer of 1 << info / 2 bits, signed if info is odd; 1: float of info bits */
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

static bool is_signed(const value_type *type)
{
    return type->info & 1;
}

/* Integers of 128 bits are passed by address. */
static wide integer(const value_type *type, uintptr_t value)
{
    unsigned bits = bits_of(type);
    return bits > 64 ? *(const wide *)value : emu_low_bits((wide)value, bits, is_signed(type));
}

/* Types above 64 bits are passed by address. Half precision is not supported: 0. */
static double floating(const value_type *type, uintptr_t value)
{
    double result = bits_of(type) > 64 ? (double)*(const long double *)value : 0;
    float narrow;
    if (bits_of(type) == 32) {
        memcpy(&narrow, &value, sizeof narrow);
        result = (double)narrow;
    } else if (bits_of(type) == 64) {
        memcpy(&result, &value, sizeof result);
    }
    return result;
}

/* Counts the finding. Returns it if it is new for this kind and place in code; else null. */
__attribute__((format(printf, 3, 4))) static emu_finding *found(emu_finding_kind kind, uintptr_t pc, const char *format,
                                                                ...)
{
    emu_worker *worker = emu_self;
    if (!worker || !worker->check || !emu_check_wanted.memory)
        return NULL;
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    emu_touch touch = {.worker = worker, .pc = pc};
    return emu_check_found(&touch, kind, text);
}

EXPORTED void emu_undefined_out_of_bounds(const two_types *data, uintptr_t index);
void emu_undefined_out_of_bounds(const two_types *data, uintptr_t index)
{
    emu_check_index_found(CALLER, data->first->name, integer(data->second, index));
}

/* A scalar is reported by its access. But a vector's elements may be accessed one by one, where a GPU loads or stores
 * the whole vector. */
typedef struct mismatch {
    place at;
    const value_type *type;
    unsigned char alignment; /* log2 */
    unsigned char kind;      /* 0: a load, 1: a store; else not an access */
} mismatch;

EXPORTED void emu_undefined_type_mismatch_v1(const mismatch *data, uintptr_t address);
void emu_undefined_type_mismatch_v1(const mismatch *data, uintptr_t address)
{
    enum { NO_SCALAR = 0xffff };
    if (data->type->kind == NO_SCALAR && data->kind <= 1)
        emu_check_misaligned(address, (size_t)1 << data->alignment, 1u << data->alignment, data->kind == 1, CALLER);
}

/* lanewise-cc inserts this call in clang's output before a structure is copied: clang does not check these copies
 * itself. */
EXPORTED void emu_undefined_structure(uintptr_t address, uint64_t size, int alignment, int writes);
void emu_undefined_structure(uintptr_t address, uint64_t size, int alignment, int writes)
{
    if (address % (unsigned)alignment)
        emu_check_misaligned(address, size, (unsigned)alignment, writes, CALLER);
}

typedef struct assumption {
    place at, assumed_at;
    const value_type *type;
} assumption;

/* clang's check of __builtin_assume_aligned(). */
EXPORTED void emu_undefined_alignment_assumption(const assumption *data, uintptr_t pointer, uintptr_t alignment,
                                                 uintptr_t offset);
void emu_undefined_alignment_assumption(const assumption *data, uintptr_t pointer, uintptr_t alignment,
                                        uintptr_t offset)
{
    (void)data;
    found(EMU_FOUND_ARITHMETIC, CALLER, "address %#zx is no multiple of %zu, as the program has promised",
          (size_t)(pointer - offset), (size_t)alignment);
}

/* A GPU uses the low 32 bits of the count, and counts beyond the width shift all bits out. */
EXPORTED void emu_undefined_shift_out_of_bounds(const two_types *data, uintptr_t left, uintptr_t right);
void emu_undefined_shift_out_of_bounds(const two_types *data, uintptr_t left, uintptr_t right)
{
    wide by = integer(data->second, right), value = integer(data->first, left);
    unsigned width = bits_of(data->first), count = (unsigned)by;
    char a[EMU_DECIMAL_SIZE], b[EMU_DECIMAL_SIZE], answer[40] = "gives 0";
    if (count < width)
        snprintf(answer, sizeof answer, "shifts by %u", count);
    else if (value < 0)
        snprintf(answer, sizeof answer, "gives 0, or -1 for a right shift");
    found(EMU_FOUND_ARITHMETIC, CALLER,
          "%s of type %s shifted by %s, where it has %u bits: a GPU %s, the CPU shifts by %u", emu_decimal(value, a),
          data->first->name, emu_decimal(by, b), width, answer, count % width);
}

EXPORTED void emu_undefined_divrem_overflow(const one_type *data, uintptr_t left, uintptr_t right);
void emu_undefined_divrem_overflow(const one_type *data, uintptr_t left, uintptr_t right)
{
    wide value = integer(data->type, left);
    char a[EMU_DECIMAL_SIZE], b[EMU_DECIMAL_SIZE];
    emu_decimal(value, a);
    if (integer(data->type, right) == 0)
        found(EMU_FOUND_ARITHMETIC, CALLER, "%s of type %s divided by zero: a GPU gives %s, remainder %s", a,
              data->type->name, emu_decimal(emu_low_bits(-1, bits_of(data->type), is_signed(data->type)), b), a);
    else
        found(EMU_FOUND_ARITHMETIC, CALLER,
              "%s of type %s divided by -1, which it cannot hold: a GPU gives %s, remainder 0", a, data->type->name, a);
}

/* The result of an H200. It converts to at least 32 bits: values out of range become the greatest or least number. A
 * NaN becomes the number with only the highest bit set; a float's NaN becomes 0 in a 32-bit result. A narrower type
 * takes the low bits. */
static wide cast(double value, bool from_float, unsigned bits, bool is_signed_type)
{
    unsigned width = bits < 32 ? 32 : bits;
    wide least = is_signed_type ? -((wide)1 << (width - 1)) : 0;
    wide greatest = ((wide)1 << (is_signed_type ? width - 1 : width)) - 1, result;
    if (value != value)
        result = from_float && width == 32 ? 0 : (wide)1 << (width - 1);
    else if (value <= (double)least)
        result = least;
    else if (value >= (double)greatest)
        result = greatest;
    else
        result = (wide)value;
    return emu_low_bits(result, bits, is_signed_type);
}

EXPORTED void emu_undefined_float_cast_overflow(const two_types *data, uintptr_t from);
void emu_undefined_float_cast_overflow(const two_types *data, uintptr_t from)
{
    const value_type *type = data->second;
    double value = floating(data->first, from);
    char answer[EMU_DECIMAL_SIZE + 20] = "", digits[EMU_DECIMAL_SIZE];
    if (bits_of(type) <= 64)
        snprintf(answer, sizeof answer, ": a GPU gives %s",
                 emu_decimal(cast(value, bits_of(data->first) == 32, bits_of(type), is_signed(type)), digits));
    found(EMU_FOUND_ARITHMETIC, CALLER, "%.9g of type %s converted to %s, which cannot hold it%s", value,
          data->first->name, type->name, answer);
}

/* Overflow wraps, as on a GPU, and programs may rely on that. It is recorded for findings about addresses computed from
 * it. */
static void overflows(char operation, const value_type *type, uintptr_t left, uintptr_t right, uintptr_t pc)
{
    emu_worker *worker = emu_self;
    if (worker && worker->check && bits_of(type) <= 64)
        emu_overflow_note(worker, &(emu_overflow){.pc = pc,
                                                  .type = type->name,
                                                  .bits = bits_of(type),
                                                  .operation = operation,
                                                  .left = (int64_t)integer(type, left),
                                                  .right = (int64_t)integer(type, right)});
}

#define OVERFLOWS(name, operation)                                                                                     \
    EXPORTED void emu_undefined_##name##_overflow(const one_type *data, uintptr_t left, uintptr_t right);              \
    void emu_undefined_##name##_overflow(const one_type *data, uintptr_t left, uintptr_t right)                        \
    {                                                                                                                  \
        overflows(operation, data->type, left, right, CALLER);                                                         \
    }
OVERFLOWS(add, '+')
OVERFLOWS(sub, '-')
OVERFLOWS(mul, '*')

EXPORTED void emu_undefined_negate_overflow(const one_type *data, uintptr_t value);
void emu_undefined_negate_overflow(const one_type *data, uintptr_t value)
{
    if (bits_of(data->type) <= 64)
        overflows('-', data->type, 0, value, CALLER);
}

/* Arithmetic that gcc creates itself, or does not check: on bit-fields, or from a remainder. */
#define WRAPS(size, type)                                                                                              \
    EXPORTED type emu_undefined_addv##size(type left, type right);                                                     \
    EXPORTED type emu_undefined_subv##size(type left, type right);                                                     \
    EXPORTED type emu_undefined_mulv##size(type left, type right);                                                     \
    EXPORTED type emu_undefined_negv##size(type value);                                                                \
    EXPORTED type emu_undefined_absv##size(type value);                                                                \
    type emu_undefined_addv##size(type left, type right)                                                               \
    {                                                                                                                  \
        return (type)((unsigned_wide)left + (unsigned_wide)right);                                                     \
    }                                                                                                                  \
    type emu_undefined_subv##size(type left, type right)                                                               \
    {                                                                                                                  \
        return (type)((unsigned_wide)left - (unsigned_wide)right);                                                     \
    }                                                                                                                  \
    type emu_undefined_mulv##size(type left, type right)                                                               \
    {                                                                                                                  \
        return (type)((unsigned_wide)left * (unsigned_wide)right);                                                     \
    }                                                                                                                  \
    type emu_undefined_negv##size(type value)                                                                          \
    {                                                                                                                  \
        return (type) - (unsigned_wide)value;                                                                          \
    }                                                                                                                  \
    type emu_undefined_absv##size(type value)                                                                          \
    {                                                                                                                  \
        return value < 0 ? (type) - (unsigned_wide)value : value;                                                      \
    }
WRAPS(si, int32_t)
WRAPS(di, int64_t)
WRAPS(ti, wide)
