#include <lanewise/kernel.h>

#include "types.h"

#define SHUFFLES(type, number)                                                                                         \
    {                                                                                                                  \
        type v = (type)(lane * 3), got = __shfl_sync(LW_FULL_MASK, v, 5);                                              \
        got += __shfl_up_sync(LW_FULL_MASK, v, 1);                                                                     \
        got += __shfl_down_sync(LW_FULL_MASK, v, 1, 32);                                                               \
        got += __shfl_xor_sync(LW_FULL_MASK, v, 1, 16);                                                                \
        out[number * 32 + lane] = (double)got;                                                                         \
    }

LW_KERNEL(language_shuffle_types, (double *, out))
{
    int lane = (int)threadIdx.x;
    SHUFFLES(int, 0)
    SHUFFLES(unsigned, 1)
    SHUFFLES(long, 2)
    SHUFFLES(unsigned long, 3)
    SHUFFLES(long long, 4)
    SHUFFLES(unsigned long long, 5)
    SHUFFLES(float, 6)
    SHUFFLES(double, 7)
}

LW_KERNEL(language_match_types, (unsigned *, out))
{
    int lane = (int)threadIdx.x, odd = lane % 2, all = -1, none = -1;
    unsigned got[12];
    got[0] = __match_any_sync(LW_FULL_MASK, odd);
    got[1] = __match_any_sync(LW_FULL_MASK, (unsigned)odd);
    got[2] = __match_any_sync(LW_FULL_MASK, (long long)odd << 40);
    got[3] = __match_any_sync(LW_FULL_MASK, (float)odd);
    got[4] = __match_any_sync(LW_FULL_MASK, (double)odd);
    got[5] = __match_any_sync(LW_FULL_MASK, odd ? 0.0f : -0.0f);
    got[6] = __match_all_sync(LW_FULL_MASK, 3.5, &all);
    got[7] = __match_all_sync(LW_FULL_MASK, odd, &none);
    got[8] = (unsigned)__reduce_min_sync(LW_FULL_MASK, lane - 5);
    got[9] = __reduce_min_sync(LW_FULL_MASK, (unsigned)(lane - 5));
    got[10] = (unsigned)all;
    got[11] = (unsigned)none;
    if (lane == 0)
        for (int i = 0; i < 12; i++)
            out[i] = got[i];
}

#define GLOBAL_ROW(operation, type, expected, ...)                                                                     \
    *(type *)word = 12;                                                                                                \
    old[n] = (double)operation((type *)word, __VA_ARGS__);                                                             \
    now[n++] = (double)*(type *)word;

LW_KERNEL(language_atomic_types, (double *, old), (double *, now))
{
    int n = 0;
    void *word = now + 100;
    if (threadIdx.x == 0) {
        LANGUAGE_ATOMIC_ROWS(GLOBAL_ROW)
    }
}

LW_KERNEL(language_shared_atomic_types, (double *, old), (double *, now))
{
    LW_SHARED(double, place);
    int n = 0;
    void *word = place;
    if (threadIdx.x == 0) {
        LANGUAGE_ATOMIC_ROWS(GLOBAL_ROW)
    }
}
