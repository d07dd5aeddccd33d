/* Members of arrays of structures, of every size that a vector has elements of: what threads read, and that they write their own
 * members alone. */
#include <tests/harness/arrays.h>
#include "device/structures.h"

enum { MOST = MACHINE_STRUCTURES_MOST, MOST_MEMBERS = 8, BEFORE = 1, ARRAYS = 6 };

/* By array: in, sum, all, some, own, order. Each has room for one more structure before and after, which stays
 * unchanged. */
typedef struct arrays {
    unsigned char *start[ARRAYS];
} arrays;

static size_t bytes_of(size_t structure)
{
    return (MOST + 2 * BEFORE) * structure;
}

static void check_array(struct test *t, const arrays *a, int which, const void *wanted, size_t bytes, const char *type,
                        int count)
{
    static unsigned char found[(MOST + 2 * BEFORE) * MOST_MEMBERS * sizeof(double)];
    static const char *const name[] = {"in", "sum", "all", "some", "own", "order"};
    CHECK_CALL(array_read(t, found, a->start[which], bytes));
    for (size_t i = 0; i < bytes; i++)
        if (found[i] != ((const unsigned char *)wanted)[i])
            FAIL("%s, %d structures: byte %zu of `%s` is %d, expected %d", type, count, i, name[which], found[i],
                 ((const unsigned char *)wanted)[i]);
}

#define DEFINE(name, type, members)                                                                                    \
    static void check_##name(struct test *t, const arrays *a, int count, unsigned threads)                             \
    {                                                                                                                  \
        static type host[ARRAYS][(MOST + 2 * BEFORE) * (members)];                                                     \
        for (int i = 0; i < (MOST + 2 * BEFORE) * (members); i++)                                                      \
            for (int which = 0; which < ARRAYS; which++)                                                               \
                host[which][i] = (type)((7 * i + 3 * which) % 61);                                                     \
        for (int which = 0; which < ARRAYS; which++)                                                                   \
            CHECK_STATUS(                                                                                              \
                lw_memcpy(t->device, a->start[which], host[which], sizeof host[which], LW_MEMCPY_HOST_TO_DEVICE),      \
                LW_SUCCESS);                                                                                           \
        type *device[ARRAYS], *own[ARRAYS];                                                                            \
        for (int which = 0; which < ARRAYS; which++) {                                                                 \
            device[which] = (type *)a->start[which] + BEFORE * (members);                                              \
            own[which] = host[which] + BEFORE * (members);                                                             \
        }                                                                                                              \
        unsigned blocks = ((unsigned)count + threads - 1) / threads;                                                   \
        CHECK_STATUS(lw_launch(machine_structures_##name, line(t, blocks, threads, 0), count, device[0], device[1],    \
                               device[2], device[3], device[4]),                                                       \
                     LW_SUCCESS);                                                                                      \
        CHECK_STATUS(                                                                                                  \
            lw_launch(machine_structures_order_##name, line(t, blocks, threads, 0), count, device[5], device[5]),      \
            LW_SUCCESS);                                                                                               \
        for (int i = 0; i < count; i++) {                                                                              \
            const type *in = own[0] + (members) * i;                                                                   \
            own[1][i] = (type)(3 * in[0] + in[(members) - 1]);                                                         \
            for (int k = 0; k < (members); k++) {                                                                      \
                type number = in[(members) - 1 - k];                                                                   \
                MACHINE_STRUCTURES_MIX(type, number);                                                                  \
                own[2][(members) * i + k] = (type)(number + k);                                                        \
                if (k == (members) - 1)                                                                                \
                    continue;                                                                                          \
                own[3][(members) * i + k] = (type)(number + k);                                                        \
                own[4][(members) * i + k] = (type)(own[4][(members) * i + k] + own[4][(members) * i + k + 1]);         \
            }                                                                                                          \
            type second = own[5][(members) * i + 1], more = second;                                                    \
            MACHINE_STRUCTURES_MIX(type, second);                                                                      \
            own[5][(members) * i] = second;                                                                            \
            more = (type)(more + second);                                                                              \
            MACHINE_STRUCTURES_MIX(type, more);                                                                        \
            own[5][(members) * i + 1] = more;                                                                          \
        }                                                                                                              \
        for (int which = 0; which < ARRAYS; which++)                                                                   \
            CHECK_CALL(check_array(t, a, which, host[which], sizeof host[which], #name, count));                       \
    }
MACHINE_STRUCTURES(DEFINE)

TEST(machine, structures)
{
    static const int counts[] = {1, 3, 15, 16, 17, 31, 64, 100, 255, 256, 257, 1000, MOST};
    arrays a;
    for (int which = 0; which < ARRAYS; which++) {
        a.start[which] = array_of(t, NULL, bytes_of(MOST_MEMBERS * sizeof(double)));
        CHECK(a.start[which]);
    }
#define CHECK_ALL(name, type, members)                                                                                 \
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {                                                      \
        CHECK_CALL(check_##name(t, &a, counts[c], 96));                                                                \
        CHECK_CALL(check_##name(t, &a, counts[c], 256));                                                               \
    }
    MACHINE_STRUCTURES(CHECK_ALL)
    for (int which = 0; which < ARRAYS; which++)
        CHECK_STATUS(lw_free(t->device, a.start[which]), LW_SUCCESS);
}
