#include <lanewise/kernel.h>

#include "../../line_above.h"
#include "coordinates.h"

LW_KERNEL(machine_coordinates_signed, (int, n), (int, from), (int, by), (int *, quotient), (int *, rest))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        quotient[i] = (from + i) / by;
        rest[i] = (from + i) % by;
    }
}

LW_KERNEL(machine_coordinates_unsigned, (int, n), (unsigned, from), (unsigned, by), (unsigned *, quotient),
          (unsigned *, rest))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        quotient[i] = (from + i) / by;
        rest[i] = (from + i) % by;
    }
}

LW_KERNEL(machine_coordinates_constant, (int, n), (int, from), (int *, quotient), (int *, rest))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        quotient[i] = (from + i) / 100;
        rest[i] = (from + i) % 100;
    }
}

LW_KERNEL(machine_coordinates_torus, (int, w), (int, h), (const int *, in), (int *, out))
{
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int i = blockIdx.x * threads + threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    if (i >= w * h)
        return;
    int x = i % w, y = i / w;
    int right = y * w + (x + 1) % w, left = y * w + (w + x - 1) % w;
    int below = (y + 1) % h * w + x, above = (h + y - 1) % h * w + x;
    out[y * w + x] = in[y * w + x] + 10 * in[right] + 100 * in[left] + 1000 * in[below] + 10000 * in[above];
}

LW_KERNEL(machine_coordinates_gather, (int, n), (int, by), (const int *, table), (int *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i - n / 2;
    if (i < n)
        out[i] = table[at / by * 2 + at % by];
}

LW_KERNEL(machine_coordinates_of_one, (int, by), (const int *, in), (int *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1;
    if (in[i] == 7)
        out[i] += i / by;
}
LINE_ABOVE(machine_coordinates_of_one_line, 2)
