/* Group R: what kernels do at multicast addresses, for each type. */
#include <math.h>
#include <stdio.h>

#include "../harness/arrays.h"
#include "R_team.h"
#include "device/R_multicast_sm90.h"

/* Two devices: the case's. */
static void team_of(struct test *t, struct r_team *team)
{
    team->device[0] = t->device;
    team->device[1] = t->peer;
    team->count = 2;
    r_team_make(t, team);
}

static lw_launch_config thread_of(const struct r_team *team, unsigned device)
{
    return one_thread(lw_default_stream(team->device[device]));
}

TEST(row, R29_a_multicast_address_is_every_device_s_copy, .two_devices = true, .cpu_only = true)
{
    enum { N = 1000 };
    static int numbers[N];
    struct r_team team = {0};
    int *sums, words[2], two[2] = {40, 2};
    CHECK_CALL(team_of(t, &team));
    /* What each device's kernel writes to its own memory, the other's reads in the sum. */
    for (unsigned d = 0; d < 2; d++) {
        lw_stream *stream = lw_default_stream(team.device[d]);
        CHECK_STATUS(lw_launch(r_mc_fill, lw_linear(stream, N, 128), N, (int *)team.own[d], d ? 5000 : 7), LW_SUCCESS);
    }
    CHECK_STATUS(lw_device_synchronize(team.device[0]), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(team.device[1]), LW_SUCCESS);
    for (unsigned d = 0; d < 2; d++) {
        lw_stream *stream = lw_default_stream(team.device[d]);
        CHECK_STATUS(lw_malloc(team.device[d], (void **)&sums, sizeof numbers), LW_SUCCESS);
        CHECK_STATUS(lw_launch(r_mc_sum_all, lw_linear(stream, N, 128), N, (int *)team.all[d], sums), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(team.device[d], numbers, sums, sizeof numbers, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK_STATUS(lw_free(team.device[d], sums), LW_SUCCESS);
        for (int i = 0; i < N; i++)
            CHECK_EQUAL(numbers[i], 5007 + 2 * i);
    }
    /* A reduction changes each copy by itself; a store makes them the same. */
    for (unsigned d = 0; d < 2; d++)
        CHECK_CALL(r_team_write(t, &team, d, 64, &two[d], sizeof two[d]));
    CHECK_STATUS(lw_launch(r_mc_red_sum_int, thread_of(&team, 1), (int *)(team.all[1] + 64), 3), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(team.device[1]), LW_SUCCESS);
    for (unsigned d = 0; d < 2; d++) {
        CHECK_CALL(r_team_read(t, &team, d, 64, words, sizeof words));
        CHECK(words[0] == two[d] + 3 && words[1] == 3);
    }
    CHECK_CALL(r_team_drop(t, &team));
}

/* Two copies that differ, before and after the kernels; `size` bytes each. */
#define ELEMENTS 6
typedef struct copies {
    uint64_t words[2][ELEMENTS];
} copies;

static void write_copies(struct test *t, struct r_team *team, size_t size, copies *made)
{
    for (unsigned d = 0; d < 2; d++) {
        unsigned char bytes[8 * ELEMENTS];
        for (unsigned i = 0; i < ELEMENTS; i++) {
            made->words[d][i] = test_random(t);
            memcpy(bytes + i * size, &made->words[d][i], size);
        }
        CHECK_CALL(r_team_write(t, team, d, 128, bytes, ELEMENTS * size));
    }
}

#define BITS(suffix, type)                                                                                             \
    static void bits_##suffix(struct test *t, struct r_team *team)                                                     \
    {                                                                                                                  \
        copies made;                                                                                                   \
        type seen[ELEMENTS], a, b, value = (type)test_random(t), *result;                                              \
        CHECK_CALL(write_copies(t, team, sizeof(type), &made));                                                        \
        a = (type)made.words[0][0], b = (type)made.words[1][0];                                                        \
        CHECK_STATUS(lw_malloc(t->device, (void **)&result, sizeof seen), LW_SUCCESS);                                 \
        CHECK_STATUS(lw_launch(r_mc_bits_##suffix, thread_of(team, 0), (const type *)(team->all[0] + 128), result),    \
                     LW_SUCCESS);                                                                                      \
        CHECK_STATUS(lw_memcpy(t->device, seen, result, sizeof seen, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);           \
        CHECK_STATUS(lw_free(t->device, result), LW_SUCCESS);                                                          \
        CHECK(seen[0] == (a & b) && seen[1] == (a | b) && seen[2] == (a ^ b));                                         \
        CHECK(seen[3] == (a < b ? a : b) && seen[4] == (a < b ? b : a));                                               \
        CHECK_STATUS(lw_launch(r_mc_red_bits_##suffix, thread_of(team, 1), (type *)(team->all[1] + 128), value),       \
                     LW_SUCCESS);                                                                                      \
        CHECK_STATUS(lw_device_synchronize(team->device[1]), LW_SUCCESS);                                              \
        for (unsigned d = 0; d < 2; d++) {                                                                             \
            CHECK_CALL(r_team_read(t, team, d, 128, seen, sizeof seen));                                               \
            type old[ELEMENTS];                                                                                        \
            for (unsigned i = 0; i < ELEMENTS; i++)                                                                    \
                old[i] = (type)made.words[d][i];                                                                       \
            CHECK(seen[0] == (old[0] & value) && seen[1] == (old[1] | value) && seen[2] == (old[2] ^ value));          \
            CHECK(seen[3] == (old[3] < value ? old[3] : value) && seen[4] == (old[4] > value ? old[4] : value));       \
            CHECK(seen[5] == value);                                                                                   \
        }                                                                                                              \
    }
R_MC_INTEGERS(BITS)

TEST(row, R29b_bits_and_extremes_of_integers, .two_devices = true, .cpu_only = true)
{
    struct r_team team = {0};
    CHECK_CALL(team_of(t, &team));
    for (int round = 0; round < 20; round++) {
#define ROUND(suffix, type) CHECK_CALL(bits_##suffix(t, &team));
        R_MC_INTEGERS(ROUND)
#undef ROUND
    }
    CHECK_CALL(r_team_drop(t, &team));
}

/* Sums of unsigned integers wrap; a sum of two numbers has one rounding. */
#define SUM(suffix, type)                                                                                              \
    static void sum_##suffix(struct test *t, struct r_team *team, type a, type b, type value, type sum, type sum_a,    \
                             type sum_b)                                                                               \
    {                                                                                                                  \
        type seen[2], *result;                                                                                         \
        CHECK_CALL(r_team_write(t, team, 0, 256, &a, sizeof a));                                                       \
        CHECK_CALL(r_team_write(t, team, 1, 256, &b, sizeof b));                                                       \
        CHECK_STATUS(lw_malloc(t->device, (void **)&result, sizeof sum), LW_SUCCESS);                                  \
        CHECK_STATUS(lw_launch(r_mc_sum_##suffix, thread_of(team, 0), (const type *)(team->all[0] + 256), result),     \
                     LW_SUCCESS);                                                                                      \
        CHECK_STATUS(lw_memcpy(t->device, seen, result, sizeof sum, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);            \
        CHECK_STATUS(lw_free(t->device, result), LW_SUCCESS);                                                          \
        CHECK(memcmp(seen, &sum, sizeof sum) == 0);                                                                    \
        CHECK_STATUS(lw_launch(r_mc_red_sum_##suffix, thread_of(team, 0), (type *)(team->all[0] + 256), value),        \
                     LW_SUCCESS);                                                                                      \
        CHECK_STATUS(lw_device_synchronize(team->device[0]), LW_SUCCESS);                                              \
        CHECK_CALL(r_team_read(t, team, 0, 256, seen, sizeof seen));                                                   \
        CHECK(memcmp(seen, &sum_a, sizeof sum) == 0 && memcmp(seen + 1, &value, sizeof sum) == 0);                     \
        CHECK_CALL(r_team_read(t, team, 1, 256, seen, sizeof seen));                                                   \
        CHECK(memcmp(seen, &sum_b, sizeof sum) == 0 && memcmp(seen + 1, &value, sizeof sum) == 0);                     \
    }
R_MC_SUMS(SUM)

TEST(row, R29c_sums_of_numbers, .two_devices = true, .cpu_only = true)
{
    struct r_team team = {0};
    CHECK_CALL(team_of(t, &team));
    CHECK_CALL(sum_int(t, &team, 2147483647, 1, -5, -2147483647 - 1, 2147483642, -4));
    CHECK_CALL(sum_unsigned(t, &team, 4294967295u, 2, 3, 1, 2, 5));
    CHECK_CALL(sum_unsigned_long(t, &team, UINT64_MAX, 3, 1ul << 40, 2, (1ul << 40) - 1, (1ul << 40) + 3));
    CHECK_CALL(sum_unsigned_long_long(t, &team, 1ull << 63, 1ull << 63, 1, 0, (1ull << 63) + 1, (1ull << 63) + 1));
    CHECK_CALL(sum_float(t, &team, 16777216.0f, 1.0f, 0x1p-149f, 16777216.0f, 16777216.0f, 1.0f));
    CHECK_CALL(sum_float(t, &team, 0x1p-149f, 0x1p-149f, 1.0f, 0x1p-148f, 1.0f, 1.0f)); /* denormals are kept */
    CHECK_CALL(sum_double(t, &team, 0x1p53, 1.0, 0.5, 0x1p53, 0x1p53, 1.5));
    CHECK_CALL(sum_double(t, &team, 0x1p-1074, 0x1p-1074, -0x1p-1074, 0x1p-1073, 0.0, 0.0));
    CHECK_CALL(r_team_drop(t, &team));
}

/* ---- pairs of 16-bit numbers, with three devices ---- */
enum { THREE = 3, N = 4096 };
static uint32_t words[THREE][N], value[N], got[6 * N];

/* Bits of any kind; and in half of them numbers of like size, whose sums round. */
static void make_pairs(struct test *t, const struct r_team *team, bool bfloat)
{
    for (unsigned d = 0; d < THREE; d++) {
        for (int i = 0; i < N; i++)
            words[d][i] = i % 2 ? (uint32_t)test_random(t)
                                : ((uint32_t)test_random(t) & 0x83ff03ff) | (bfloat ? 0x40004000u : 0x3c003800u) |
                                      ((uint32_t)test_random(t) & 0x0c000c00);
        CHECK_CALL(r_team_write(t, team, d, 0, words[d], sizeof words[d]));
    }
}

/* The reference, with the arithmetic of the 16-bit headers. `how`: sum, sum as floats, min, max. */
#define PAIR_REFERENCE(name, type, from_bits, to_bits, widen, narrow)                                                  \
    static uint16_t one_##name(int how, const uint16_t bits[THREE])                                                    \
    {                                                                                                                  \
        type x[THREE], all;                                                                                            \
        for (int d = 0; d < THREE; d++)                                                                                \
            x[d] = from_bits(bits[d]);                                                                                 \
        if (how == 0)                                                                                                  \
            all = __hadd(__hadd(x[0], x[1]), x[2]);                                                                    \
        else if (how == 1)                                                                                             \
            all = narrow(widen(x[0]) + widen(x[1]) + widen(x[2]));                                                     \
        else if (how == 2)                                                                                             \
            all = __hmin(__hmin(x[0], x[1]), x[2]);                                                                    \
        else                                                                                                           \
            all = __hmax(__hmax(x[0], x[1]), x[2]);                                                                    \
        return to_bits(all);                                                                                           \
    }                                                                                                                  \
    static uint32_t pair_##name(int how, int i)                                                                        \
    {                                                                                                                  \
        uint16_t low[THREE], high[THREE];                                                                              \
        for (int d = 0; d < THREE; d++) {                                                                              \
            low[d] = (uint16_t)words[d][i];                                                                            \
            high[d] = (uint16_t)(words[d][i] >> 16);                                                                   \
        }                                                                                                              \
        return one_##name(how, low) | (uint32_t)one_##name(how, high) << 16;                                           \
    }                                                                                                                  \
    static uint32_t sum_##name(uint32_t a, uint32_t b)                                                                 \
    {                                                                                                                  \
        type low = __hadd(from_bits((uint16_t)a), from_bits((uint16_t)b));                                             \
        type high = __hadd(from_bits((uint16_t)(a >> 16)), from_bits((uint16_t)(b >> 16)));                            \
        return to_bits(low) | (uint32_t)to_bits(high) << 16;                                                           \
    }
PAIR_REFERENCE(halves, __half, __ushort_as_half, __half_as_ushort, __half2float, __float2half)
PAIR_REFERENCE(bfloats, __nv_bfloat16, __ushort_as_bfloat16, __bfloat16_as_ushort, __bfloat162float, __float2bfloat16)

static void check_pairs(struct test *t, const char *name, uint32_t (*reference)(int how, int i))
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 6; k++) {
            int how = k < 4 ? k : i / 4 % 4;
            if (got[6 * i + k] != reference(how, i))
                FAIL("%s, result %d of %#x %#x %#x: %#x, expected %#x", name, k, words[0][i], words[1][i], words[2][i],
                     got[6 * i + k], reference(how, i));
        }
}

static void check_added(struct test *t, const struct r_team *team, const char *name,
                        uint32_t (*sum)(uint32_t, uint32_t))
{
    for (unsigned d = 0; d < THREE; d++) {
        CHECK_CALL(r_team_read(t, team, d, 0, got, 2 * N * sizeof *got));
        for (int i = 0; i < N; i++) {
            if (got[i] != sum(words[d][i], value[i]))
                FAIL("%s, device %u: %#x + %#x is %#x, expected %#x", name, d, words[d][i], value[i], got[i],
                     sum(words[d][i], value[i]));
            CHECK_EQUAL(got[N + i], value[i]);
        }
    }
}

static uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return isnan(x) ? 0x7fffffff : bits;
}

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t sum_floats(uint32_t a, uint32_t b)
{
    return float_bits(float_of(a) + float_of(b));
}

static void three_devices(struct test *t, struct r_team *team)
{
    static const char *const names[THREE] = {"cpu:0", "cpu:1", "cpu:2"};
    const char *engine = getenv("LANEWISE_ENGINE");
    if (engine && strcmp(engine, "compare") == 0)
        SKIP("only one device can compare engines");
    setenv("LANEWISE_CPU_DEVICES", "3", 1);
    team->count = THREE;
    for (unsigned i = 0; i < THREE; i++)
        CHECK_STATUS(lw_device_open(&team->device[i], names[i]), LW_SUCCESS);
    r_team_make(t, team);
}

static void close_three(struct test *t, struct r_team *team)
{
    CHECK_CALL(r_team_drop(t, team));
    for (unsigned i = 0; i < THREE; i++)
        CHECK_STATUS(lw_device_close(team->device[i]), LW_SUCCESS);
}

TEST(row, R29d_numbers_of_16_bits_and_vectors, .host = true, .isolated = true, .seconds = 120)
{
    struct r_team team = {0};
    void *result, *values;
    CHECK_CALL(three_devices(t, &team));
    lw_device *device = team.device[1];
    lw_launch_config config = lw_grid(lw_default_stream(device), 4, 64, 0);
    CHECK_STATUS(lw_malloc(device, &result, sizeof got), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(device, &values, sizeof value), LW_SUCCESS);
    for (int i = 0; i < N; i++)
        value[i] = (uint32_t)test_random(t);
    CHECK_STATUS(lw_memcpy(device, values, value, sizeof value, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    char *all = team.all[1];

    CHECK_CALL(make_pairs(t, &team, false));
    CHECK_STATUS(lw_launch(r_mc_halves, config, N, (const __half2 *)all, result), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(device, got, result, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_CALL(check_pairs(t, "half", pair_halves));
    CHECK_STATUS(lw_launch(r_mc_add_halves, config, N, (__half2 *)all, (__half2 *)all + N, values), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(device), LW_SUCCESS);
    CHECK_CALL(check_added(t, &team, "half", sum_halves));

    CHECK_CALL(make_pairs(t, &team, true));
    CHECK_STATUS(lw_launch(r_mc_bfloats, config, N, (const __nv_bfloat162 *)all, result), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(device, got, result, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_CALL(check_pairs(t, "bfloat16", pair_bfloats));
    CHECK_STATUS(lw_launch(r_mc_add_bfloats, config, N, (__nv_bfloat162 *)all, (__nv_bfloat162 *)all + N, values),
                 LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(device), LW_SUCCESS);
    CHECK_CALL(check_added(t, &team, "bfloat16", sum_bfloats));

    CHECK_CALL(make_pairs(t, &team, false));
    CHECK_STATUS(lw_launch(r_mc_sum_floats, config, N, (const float *)all, result), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(device, got, result, N * sizeof *got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(got[i], sum_floats(sum_floats(words[0][i], words[1][i]), words[2][i]));
    CHECK_STATUS(lw_launch(r_mc_add_floats, config, N, (float *)all, (float *)all + N, values), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(device), LW_SUCCESS);
    CHECK_CALL(check_added(t, &team, "float", sum_floats));
    CHECK_STATUS(lw_free(device, result), LW_SUCCESS);
    CHECK_STATUS(lw_free(device, values), LW_SUCCESS);
    CHECK_CALL(close_three(t, &team));
}

/* Threads of all devices at once lose no addition, and none of a load's copies is of another load. */
TEST(row, R29e_reductions_of_all_devices_at_once, .host = true, .isolated = true, .seconds = 120)
{
    enum { BLOCKS = 8, THREADS = 64, ROUNDS = 50 };
    struct r_team team = {0};
    int seen;
    CHECK_CALL(three_devices(t, &team));
    for (unsigned d = 0; d < THREE; d++)
        CHECK_STATUS(lw_launch(r_mc_count, lw_grid(lw_default_stream(team.device[d]), BLOCKS, THREADS, 0),
                               (int *)team.all[d], ROUNDS),
                     LW_SUCCESS);
    for (unsigned d = 0; d < THREE; d++)
        CHECK_STATUS(lw_device_synchronize(team.device[d]), LW_SUCCESS);
    for (unsigned d = 0; d < THREE; d++) {
        CHECK_CALL(r_team_read(t, &team, d, 0, &seen, sizeof seen));
        CHECK_EQUAL(seen, THREE * BLOCKS * THREADS * ROUNDS);
    }
    CHECK_CALL(close_three(t, &team));
}

/* The wait must not run before the thread that ends it: in loops over threads it would never end. */
TEST(row, R29f_threads_wait_for_a_sum_of_copies, .two_devices = true, .cpu_only = true)
{
    struct r_team team = {0};
    int *passed, seen = 0, start = -3;
    CHECK_CALL(team_of(t, &team));
    CHECK_CALL(r_team_write(t, &team, 1, 0, &start, sizeof start));
    CHECK_STATUS(lw_malloc(t->device, (void **)&passed, sizeof seen), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, passed, 0, sizeof seen), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_mc_meet, line(t, 1, 64, 0), (int *)team.all[0], start + 2, passed), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &seen, passed, sizeof seen, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(seen, 64);
    CHECK_STATUS(lw_free(t->device, passed), LW_SUCCESS);
    CHECK_CALL(r_team_drop(t, &team));
}
