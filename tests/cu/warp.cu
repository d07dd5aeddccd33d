// Warp collectives: shuffles of each type and width, votes, matches, reductions.
// > shuffles: 496 120 31 4 1.5 1099511627776
// > votes: 1 1 0 ffff 1
// > matches: 11111111 1 ffffffff
// > reductions: 496 0 31 -31 0 31
// > ranks: 5 20 8
// > active: 2016 aaaaaaaa aaaaaaaa
#include <cstdio>

__global__ void shuffle(int *sum, double *out)
{
    int lane = threadIdx.x, all = lane, half = lane;
    for (int by = 16; by; by /= 2)
        all += __shfl_down_sync(0xffffffff, all, by);
    for (int by = 8; by; by /= 2)
        half += __shfl_xor_sync(0xffffffff, half, by, 16);
    int up = __shfl_up_sync(0xffffffffu, lane, 1);
    float f = __shfl_sync(0xffffffff, lane * 0.5f, 3);
    long long wide = __shfl_sync(0xffffffff, (long long)lane << 40, 1);
    int segment = __shfl_sync(0xffffffff, lane, 0, 4);
    if (lane == 0)
        sum[0] = all, sum[1] = half, out[0] = f, out[1] = (double)wide;
    if (lane == 31)
        sum[2] = up + 1;
    if (lane == 7)
        sum[3] = segment;
}
__global__ void vote(unsigned *out)
{
    unsigned lane = threadIdx.x, low = __ballot_sync(0xffffffff, lane < 16);
    int all = __all_sync(0xffffffff, lane < 32), any = __any_sync(0xffffffff, lane == 5);
    int none = __any_sync(0xffffffff, lane > 40), one = __uni_sync(0xffffffff, lane < 99);
    __syncwarp();
    if (lane == 0)
        out[0] = all, out[1] = any, out[2] = none, out[3] = low, out[4] = one;
}
__global__ void match(unsigned *out)
{
    int same;
    unsigned any = __match_any_sync(0xffffffff, threadIdx.x % 4);
    unsigned all = __match_all_sync(0xffffffff, 7ll, &same);
    if (threadIdx.x == 0)
        out[0] = any, out[1] = same, out[2] = all;
}
__global__ void reduce(int *out)
{
    int lane = threadIdx.x;
    int sum = __reduce_add_sync(0xffffffff, lane), least = __reduce_min_sync(0xffffffff, lane);
    int most = __reduce_max_sync(0xffffffff, lane), negative = __reduce_min_sync(0xffffffff, -lane);
    unsigned both = __reduce_and_sync(0xffffffff, (unsigned)lane),
             either = __reduce_or_sync(0xffffffff, (unsigned)lane);
    if (lane == 0)
        out[0] = sum, out[1] = least, out[2] = most, out[3] = negative, out[4] = both, out[5] = either;
}
__global__ void rank(int *out)
{
    unsigned lane, mask = __ballot_sync(0xffffffff, threadIdx.x % 2 == 0);
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (lane == 11)
        out[0] = __popc(mask & ((1u << lane) - 1)) - 1, out[1] = __clz(1u << lane), out[2] = __ffs(mask << 7);
}
// All lanes that reach the call: many programs pass __activemask() where they mean the warp.
__global__ void active(int n, int *sum, unsigned *votes)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), value = i;
    if (i < n) {
        for (int by = 16; by > 0; by /= 2)
            value += __shfl_xor_sync(__activemask(), value, by);
        unsigned odd = __ballot_sync(__activemask(), i % 2), mask;
        asm volatile("activemask.b32 %0;" : "=r"(mask));
        if (threadIdx.x % 32 == 0) {
            atomicAdd(sum, value);
            votes[i / 32] = odd & mask;
        }
    }
}

int main()
{
    int *d, h[6];
    double *dd, hd[2];
    unsigned *u, hu[6];
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&u, sizeof hu);
    cudaMalloc(&dd, sizeof hd);
    shuffle<<<1, 32>>>(d, dd);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(hd, dd, sizeof hd, cudaMemcpyDeviceToHost);
    printf("shuffles: %d %d %d %d %g %.0f\n", h[0], h[1], h[2], h[3], hd[0], hd[1]);
    vote<<<1, 32>>>(u);
    cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
    printf("votes: %u %u %u %x %u\n", hu[0], hu[1], hu[2], hu[3], hu[4]);
    match<<<1, 32>>>(u);
    cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
    printf("matches: %x %u %x\n", hu[0], hu[1], hu[2]);
    reduce<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("reductions: %d %d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4], h[5]);
    rank<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("ranks: %d %d %d\n", h[0], h[1], h[2]);
    cudaMemset(d, 0, sizeof h);
    active<<<2, 32>>>(64, d, u);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
    printf("active: %d %x %x\n", h[0], hu[0], hu[1]);
}
