#include <lanewise/kernel.h>

#include "structures.h"

#define DEFINE(name, type, members)                                                                                    \
    LW_KERNEL(machine_structures_##name, (int, count), (const type *, in), (type *, sum), (type *, all),               \
              (type *, some), (type *, own))                                                                           \
    {                                                                                                                  \
        int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);                                                          \
        if (i < count) {                                                                                               \
            sum[i] = (type)(3 * in[(members) * i] + in[(members) * i + (members) - 1]);                                \
            type number[members];                                                                                      \
            for (int k = 0; k < (members); k++) {                                                                      \
                number[k] = in[(members) * i + (members) - 1 - k];                                                     \
                MACHINE_STRUCTURES_MIX(type, number[k]);                                                               \
                number[k] = (type)(number[k] + k);                                                                     \
            }                                                                                                          \
            for (int k = 0; k < (members); k++)                                                                        \
                all[(members) * i + k] = number[k];                                                                    \
            for (int k = 0; k < (members) - 1; k++)                                                                    \
                some[(members) * i + k] = number[k];                                                                   \
            for (int k = 0; k < (members) - 1; k++)                                                                    \
                own[(members) * i + k] = (type)(own[(members) * i + k] + own[(members) * i + k + 1]);                  \
        }                                                                                                              \
    }                                                                                                                  \
    LW_KERNEL(machine_structures_order_##name, (int, count), (const type *, from), (type *, to))                       \
    {                                                                                                                  \
        int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);                                                          \
        if (i < count) {                                                                                               \
            type second = from[(members) * i + 1], sum = second;                                                       \
            MACHINE_STRUCTURES_MIX(type, second);                                                                      \
            to[(members) * i] = second;                                                                                \
            sum = (type)(sum + from[(members) * i]);                                                                   \
            MACHINE_STRUCTURES_MIX(type, sum);                                                                         \
            to[(members) * i + 1] = sum;                                                                               \
        }                                                                                                              \
    }
MACHINE_STRUCTURES(DEFINE)
