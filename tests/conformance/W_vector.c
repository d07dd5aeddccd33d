/* W53: the functions that compute several lanes at once (emu/math/vector) give each lane the scalar function's bits,
 * whatever the other lanes are. */
#include <math.h>
#include <stdlib.h>

#include <emu/device/device_math.h>
#include <emu/device/device_math_list.h>

#include "numbers.h"

/* Widths; those of another kind of processor come after this one's. */
#if defined __x86_64__
enum { SSE4, AVX2, AVX_512, WIDTHS, NEON = WIDTHS };
#elif defined __aarch64__
enum { NEON, WIDTHS, SSE4 = WIDTHS, AVX2 = WIDTHS, AVX_512 = WIDTHS };
#else
enum { WIDTHS = 0, SSE4 = WIDTHS, AVX2 = WIDTHS, AVX_512 = WIDTHS, NEON = WIDTHS };
#endif

#if defined __x86_64__ || defined __aarch64__
typedef void (*call)(const void *const *arguments, void *result);

typedef float floats_4 __attribute__((vector_size(16)));
typedef double doubles_2 __attribute__((vector_size(16)));
#if defined __x86_64__
typedef float floats_8 __attribute__((vector_size(32)));
typedef float floats_16 __attribute__((vector_size(64)));
typedef double doubles_4 __attribute__((vector_size(32)));
typedef double doubles_8 __attribute__((vector_size(64)));

#define FOR(instructions) __attribute__((target(instructions)))
#define FOR_AVX512 FOR("avx512f,avx512bw,avx512cd,avx512dq,avx512vl")
/* clang-format off */
#define CALLS(CALL, name)                                                                                              \
    CALL(emu_math_##name##f, float, )                                                                                  \
    CALL(emu_math_##name##f_x4, floats_4, FOR("sse4.2"))                                                               \
    CALL(emu_math_##name##f_x8, floats_8, FOR("avx2"))                                                                 \
    CALL(emu_math_##name##f_x16, floats_16, FOR_AVX512)                                                                \
    CALL(emu_math_##name, double, )                                                                                    \
    CALL(emu_math_##name##_x2, doubles_2, FOR("sse4.2"))                                                               \
    CALL(emu_math_##name##_x4, doubles_4, FOR("avx2"))                                                                 \
    CALL(emu_math_##name##_x8, doubles_8, FOR_AVX512)
/* clang-format on */
#define SINGLES(name) {call_emu_math_##name##f_x4, call_emu_math_##name##f_x8, call_emu_math_##name##f_x16}
#define DOUBLES(name) {call_emu_math_##name##_x2, call_emu_math_##name##_x4, call_emu_math_##name##_x8}
#else
/* clang-format off */
#define CALLS(CALL, name)                                                                                              \
    CALL(emu_math_##name##f, float, )                                                                                  \
    CALL(emu_math_##name##f_x4, floats_4, )                                                                            \
    CALL(emu_math_##name, double, )                                                                                    \
    CALL(emu_math_##name##_x2, doubles_2, )
/* clang-format on */
#define SINGLES(name) {call_emu_math_##name##f_x4}
#define DOUBLES(name) {call_emu_math_##name##_x2}
#endif

#define ARGUMENT(type, i)                                                                                              \
    type a##i;                                                                                                         \
    memcpy(&a##i, arguments[i], sizeof a##i);
#define CALL(function, type, instructions, types, copies, ...)                                                         \
    type function types;                                                                                               \
    static instructions void call_##function(const void *const *arguments, void *result)                               \
    {                                                                                                                  \
        copies;                                                                                                        \
        type value = function(__VA_ARGS__);                                                                            \
        memcpy(result, &value, sizeof value);                                                                          \
    }
#define CALL_1(function, type, instructions) CALL(function, type, instructions, (type), ARGUMENT(type, 0), a0)
#define CALL_2(function, type, instructions)                                                                           \
    CALL(function, type, instructions, (type, type), ARGUMENT(type, 0) ARGUMENT(type, 1), a0, a1)
#define CALL_3(function, type, instructions)                                                                           \
    CALL(function, type, instructions, (type, type, type), ARGUMENT(type, 0) ARGUMENT(type, 1) ARGUMENT(type, 2), a0,  \
         a1, a2)
/* clang-format off */
#define CALL_4(function, type, instructions)                                                                           \
    CALL(function, type, instructions, (type, type, type, type),                                                       \
         ARGUMENT(type, 0) ARGUMENT(type, 1) ARGUMENT(type, 2) ARGUMENT(type, 3), a0, a1, a2, a3)
/* clang-format on */
#define X(name) CALLS(CALL_1, name)
EMU_MATH_OF_1(X)
#undef X
#define X(name) CALLS(CALL_2, name)
EMU_MATH_OF_2(X)
#undef X
#define X(name) CALLS(CALL_3, name)
EMU_MATH_OF_3(X)
#undef X
#define X(name) CALLS(CALL_4, name)
EMU_MATH_OF_4(X)
#undef X

static const struct function {
    const char *name;
    bool single;
    call scalar, vector[WIDTHS];
} functions[] = {
#define X(name)                                                                                                        \
    {#name "f", true, call_emu_math_##name##f, SINGLES(name)}, {#name, false, call_emu_math_##name, DOUBLES(name)},
    EMU_MATH_OF_1(X) EMU_MATH_OF_2(X) EMU_MATH_OF_3(X) EMU_MATH_OF_4(X)
#undef X
};

/* Both signs of the special numbers, numbers near places where something begins or ends, any numbers, and then a row
 * of them whose neighbours are of other kinds. */
enum { RANDOM = 1 << 15, MOST = RANDOM + (1 << 14), WIDEST = 64 };

struct points {
    int count;
    float x[MOST], y[MOST], expected[MOST];
    double wide_x[MOST], wide_y[MOST], wide_expected[MOST];
};

static void add(struct points *points, float x, double wide_x)
{
    points->x[points->count] = x;
    points->wide_x[points->count++] = wide_x;
}

static void add_around(struct points *points, double centre)
{
    unsigned bits = float_bits((float)centre);
    unsigned long long wide_bits = double_bits(centre);
    for (int away = -4; away <= 4; away++) {
        float x = bits_float(bits + (unsigned)away);
        double wide_x = bits_double(wide_bits + (unsigned long long)away);
        add(points, x, wide_x);
        add(points, -x, -wide_x);
    }
}

static struct points *points_of(struct test *t)
{
    static const double limits[] = {
        0x1p-30, 0x1p-60,  0x1p60,   0x1p500,  88,       88.7,    89.4,    709,     709.8,
        710.5,   0x1p-900, 0x1p1000, 0x1p-997, 0x1p-400, 0x1p-90, 0x1p100, 0x1p400, 8e6,
        1e14,    125,      39000,    104,      745.2,    126.5,   1022.5,  34,      170.6,
    };
    static const double halves[] = {0.5, M_LN2 / 2, M_LN2 / 4, M_PI / 4, M_LN2 / M_LN10 / 2};
    struct points *points = malloc(sizeof *points);
    if (!points)
        return NULL;
    points->count = 0;
    for (size_t i = 0; i < COUNT_OF(special_doubles); i++)
        for (int sign = 0; sign < 2; sign++)
            add(points, bits_float(special_floats[i % COUNT_OF(special_floats)] | (unsigned)sign << 31),
                bits_double(special_doubles[i] | (unsigned long long)sign << 63));
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        add_around(points, limits[i]);
    for (size_t i = 0; i < COUNT_OF(halves); i++)
        for (int times = 1; times <= 100; times++)
            add_around(points, halves[i] * times);
    for (int i = 0; i < RANDOM; i++) {
        unsigned long long bits = test_random(t);
        if (i % 2)
            add(points, bits_float((unsigned)bits), bits_double(bits));
        else
            add(points, random_float(t), random_double(t));
    }
    for (int i = points->count - 1; i > 0; i--) {
        int other = (int)test_random_below(t, (uint64_t)i + 1);
        float x = points->x[i];
        double wide_x = points->wide_x[i];
        points->x[i] = points->x[other];
        points->wide_x[i] = points->wide_x[other];
        points->x[other] = x;
        points->wide_x[other] = wide_x;
    }
    /* Another number, the number itself, one of few bits of which it is a whole or half-integer multiple, or the
     * exponent that makes its power nearly the root of 2 or of 1/2. */
    for (int i = 0; i < points->count; i++) {
        int other = (int)test_random_below(t, (uint64_t)points->count), last = (int)test_random_below(t, 64) - 32;
        bool power = i % 4 == 0;
        double root = i % 8 ? M_LN2 / 2 : -M_LN2 / 2;
        points->y[i] = power ? (float)(root / emu_math_log(points->x[i]) * (1 + last * 0x1p-26))
                             : points->x[i % 16 == 1 ? i : other];
        points->wide_y[i] = power ? root / emu_math_log(points->wide_x[i]) * (1 + last / 4 * 0x1p-53)
                                  : points->wide_x[i % 16 == 1 ? i : other];
        if (i % 8 == 3) { /* for remainders */
            double turns = (double)(1 + test_random_below(t, i % 16 == 3 ? 40 : 1 << 30)) / 2;
            points->y[i] = bits_float(float_bits(points->x[other]) & 0xfffff000);
            points->wide_y[i] = bits_double(double_bits(points->wide_x[other]) & 0xffffffffff000000);
            points->x[i] = points->y[i] * (float)turns;
            points->wide_x[i] = points->wide_y[i] * turns;
        }
    }
    return points;
}

/* A number, another, and the neighbours of both. */
struct arguments {
    const void *of[4];
};

static struct arguments arguments_at(const struct points *points, const struct function *function, size_t i)
{
    if (function->single)
        return (struct arguments){{&points->x[i], &points->y[i], &points->x[i + 1], &points->y[i + 1]}};
    return (struct arguments){{&points->wide_x[i], &points->wide_y[i], &points->wide_x[i + 1], &points->wide_y[i + 1]}};
}

static void compare(struct test *t, const struct function *function, int width, struct points *points)
{
    size_t size = function->single ? sizeof(float) : sizeof(double);
    size_t lanes = (16u << width) / size, count = (size_t)points->count - 1; /* neighbours are arguments, too */
    char *expected = function->single ? (char *)points->expected : (char *)points->wide_expected, result[WIDEST];
    for (size_t i = 0; i < count; i++)
        function->scalar(arguments_at(points, function, i).of, expected + i * size);
    for (size_t i = 0; i + lanes <= count; i++) {
        function->vector[width](arguments_at(points, function, i).of, result);
        for (size_t lane = 0; lane < lanes; lane++) {
            if (memcmp(result + lane * size, expected + (i + lane) * size, size) == 0)
                continue;
            size_t at = i + lane;
            float single;
            double wide;
            memcpy(&single, result + lane * size, sizeof single);
            memcpy(&wide, result + lane * size, function->single ? sizeof single : sizeof wide);
            if (function->single)
                FAIL("%s of %a (and %a) in lane %zu is %a (%08x), alone %a (%08x)", function->name, points->x[at],
                     points->y[at], lane, single, float_bits(single), points->expected[at],
                     float_bits(points->expected[at]));
            FAIL("%s of %a (and %a) in lane %zu is %a (%016llx), alone %a (%016llx)", function->name,
                 points->wide_x[at], points->wide_y[at], lane, wide, double_bits(wide), points->wide_expected[at],
                 double_bits(points->wide_expected[at]));
        }
    }
}

/* Why this process cannot run vectors of the width; null: it can. */
#if defined __x86_64__
/* The process's family, as emu/math/family.c chooses it. */
static bool fuses(void)
{
    const char *family = getenv("LANEWISE_MATH"), *level = getenv("LANEWISE_CPU");
    return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2") &&
           !(family && strcmp(family, "nofma") == 0) && !(level && strcmp(level, "v2") == 0);
}

static const char *why_not(int width)
{
    if (width == SSE4 ? !__builtin_cpu_supports("sse4.2")
                      : !(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")))
        return "the processor lacks the instructions";
    if (width == AVX_512 && !(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                              __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                              __builtin_cpu_supports("avx512vl")))
        return "the processor has no AVX-512";
    if (fuses() != (width != SSE4))
        return fuses() ? "this process's mathematics use fused multiply-adds"
                       : "this process's mathematics do without fused multiply-adds";
    return NULL;
}
#else
static const char *why_not(int width)
{
    const char *family = getenv("LANEWISE_MATH");
    (void)width;
    return family && strcmp(family, "nofma") == 0 ? "this process's mathematics do without fused multiply-adds" : NULL;
}
#endif

static void compare_all(struct test *t, int width)
{
    if (width >= WIDTHS)
        SKIP("another kind of processor has them");
    if (why_not(width))
        SKIP("%s", why_not(width));
    struct points *points = points_of(t);
    CHECK(points);
    for (size_t i = 0; i < COUNT_OF(functions) && !t->failed; i++)
        compare(t, &functions[i], width, points);
    free(points);
}
#else
static void compare_all(struct test *t, int width)
{
    (void)width;
    SKIP("no functions of vectors on this processor");
}
#endif

TEST(row, W53_vectors_have_the_bits_of_numbers_with_SSE4, .host = true)
{
    compare_all(t, SSE4);
}

TEST(row, W53_vectors_have_the_bits_of_numbers_with_AVX2, .host = true)
{
    compare_all(t, AVX2);
}

TEST(row, W53_vectors_have_the_bits_of_numbers_with_AVX512, .host = true)
{
    compare_all(t, AVX_512);
}

TEST(row, W53_vectors_have_the_bits_of_numbers_with_NEON, .host = true)
{
    compare_all(t, NEON);
}
