// __activemask() and groups of the lanes that come: in whole warps, after a guard, in branches, in loops.
//
// > whole warps 768 of 768, guarded 700 of 700
// > branches 768 of 768, after them 768 of 768
// > in loops 768 of 768, after a return 700 of 700
// > counted 5108 4257 4255, 0 wrong
// > appended 5461, 0 wrong
// > turns 0 wrong
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void masks(unsigned *whole, unsigned *guarded, unsigned *branch, unsigned *after, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    whole[i] = __activemask();
    if (i < n)
        guarded[i] = __activemask();
    __syncwarp();
    if (i % 3 == 0)
        branch[i] = __activemask();
    else
        branch[i] = __activemask();
    __syncwarp();
    after[i] = __activemask();
}

// Lanes leave the loop one after the other; then some return.
__global__ void later(int *loop, int *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < i % 5; k++)
        loop[i] += __popc(__activemask());
    if (i >= n)
        return;
    __syncwarp(__activemask());
    sum[i] = __reduce_add_sync(__activemask(), i);
}

// Lanes with one value count together.
__global__ void count(const unsigned char *in, int n, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned same = __match_any_sync(__activemask(), in[i]);
    if ((int)(threadIdx.x % 32) == __ffs(same) - 1)
        atomicAdd(&out[in[i]], __popc(same));
}

// Those of a grid-stride loop's threads that append share one atomic.
__global__ void append(const int *in, int n, int *size, int *list)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (in[i] % 3 == 1) {
            auto group = cg::coalesced_threads();
            int at = 0;
            if (group.thread_rank() == 0)
                at = atomicAdd(size, group.size());
            list[group.shfl(at, 0) + group.thread_rank()] = in[i];
        }
}

// One lane leaves in each turn.
__global__ void leave(int *turns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, own = 0;
    for (bool left = false; !left; own++)
        left = lane == __ffs(__activemask()) - 1;
    turns[i] = own;
}

template <class T> T *managed(int n)
{
    T *made;
    cudaMallocManaged(&made, n * sizeof(T));
    for (int i = 0; i < n; i++)
        made[i] = 0;
    return made;
}

// The lanes of i's warp, in blocks of 96, that are below n and have its remainder by 3 if `third`.
static unsigned expected(int i, int n, bool third)
{
    unsigned mask = 0;
    for (int lane = 0; lane < 32; lane++) {
        int other = i / 32 * 32 + lane;
        mask |= (unsigned)(other < n && (!third || (other % 3 == 0) == (i % 3 == 0))) << lane;
    }
    return mask;
}

int main()
{
    const int ALL = 768, N = 700;
    unsigned *of[4];
    for (unsigned *&masks : of)
        masks = managed<unsigned>(ALL);
    masks<<<8, 96>>>(of[0], of[1], of[2], of[3], N);
    cudaDeviceSynchronize();
    int right[4] = {};
    for (int i = 0; i < ALL; i++) {
        right[0] += of[0][i] == ~0u;
        right[1] += i < N && of[1][i] == expected(i, N, false);
        right[2] += of[2][i] == expected(i, ALL, true);
        right[3] += of[3][i] == ~0u;
    }
    printf("whole warps %d of 768, guarded %d of 700\nbranches %d of 768, after them %d of 768\n", right[0], right[1], right[2],
           right[3]);

    int *loop = managed<int>(ALL), *sum = managed<int>(ALL), good[2] = {};
    later<<<8, 96>>>(loop, sum, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < ALL; i++) {
        int lanes = 0, total = 0;
        for (int other = i / 32 * 32; other < i / 32 * 32 + 32; other++) {
            lanes += other % 5 < i % 5 ? other % 5 : i % 5;
            total += other < N ? other : 0;
        }
        good[0] += loop[i] == lanes;
        good[1] += i < N && sum[i] == total;
    }
    printf("in loops %d of 768, after a return %d of 700\n", good[0], good[1]);

    const int COUNT = 1 << 16;
    auto *bytes = managed<unsigned char>(COUNT);
    auto *counts = managed<unsigned>(16);
    unsigned want[16] = {};
    for (int i = 0; i < COUNT; i++) {
        bytes[i] = (i * 7 + i / 11) % 14;
        if (i < COUNT - 5)
            want[bytes[i]]++;
    }
    count<<<COUNT / 256, 256>>>(bytes, COUNT - 5, counts);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 16; i++)
        wrong += counts[i] != want[i];
    printf("counted %u %u %u, %d wrong\n", counts[0], counts[7], counts[13], wrong);

    const int NUMBERS = 1 << 14;
    int *in = managed<int>(NUMBERS), *list = managed<int>(NUMBERS), *size = managed<int>(1);
    auto *times = managed<int>(NUMBERS);
    for (int i = 0; i < NUMBERS; i++)
        in[i] = i * 5 % NUMBERS;
    append<<<16, 96>>>(in, NUMBERS, size, list);
    cudaDeviceSynchronize();
    for (int i = 0; i < *size; i++)
        times[list[i]]++;
    wrong = 0;
    for (int i = 0; i < NUMBERS; i++)
        wrong += times[i] != (i % 3 == 1);
    printf("appended %d, %d wrong\n", *size, wrong);

    int *turns = managed<int>(320);
    leave<<<4, 80>>>(turns);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0; i < 320; i++)
        wrong += turns[i] != i % 80 % 32 + 1;
    printf("turns %d wrong\n", wrong);
}
