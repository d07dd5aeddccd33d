/* The cheapest path down a grid (as Rodinia's pathfinder): m rows a launch over a block's columns and a halo, conditional regions between barriers. */
#include "idiom.h"

IDIOM(pathfinder, (const unsigned *, wall), (const unsigned *, before), (unsigned *, after))
{
    LW_SHARED(int, previous, [BLOCK]);
    LW_SHARED(int, result, [BLOCK]);
    int tx = threadIdx.x, inside = BLOCK - 2 * m;
    int first = blockIdx.x * inside - m, last = first + BLOCK - 1, x = first + tx;
    int low = first < 0 ? -first : 0, high = last > n - 1 ? BLOCK - 1 - (last - (n - 1)) : BLOCK - 1;
    int west = max(tx - 1, low), east = min(tx + 1, high);
    int is_valid = tx >= low && tx <= high, computed = 0;
    if (x >= 0 && x < n)
        previous[tx] = (int)before[x];
    __syncthreads();
    for (int i = 0; i < m; i++) {
        computed = 0;
        if (tx >= i + 1 && tx <= BLOCK - i - 2 && is_valid) {
            computed = 1;
            int shortest = min(previous[west], min(previous[tx], previous[east]));
            result[tx] = shortest + (int)wall[n * i + x];
        }
        __syncthreads();
        if (i == m - 1)
            break;
        if (computed)
            previous[tx] = result[tx];
        __syncthreads();
    }
    if (computed)
        after[x] = (unsigned)result[tx];
}
