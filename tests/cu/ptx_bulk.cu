// Inline PTX: bulk copies between global and shared memory, and an mbarrier that counts their bytes.
// > shifted 0
#include <cstdio>

enum { THREADS = 64, WORDS = 128 };

__global__ void shift(const unsigned *from, unsigned *to)
{
    __shared__ __align__(16) unsigned in[WORDS], out[WORDS];
    __shared__ unsigned long long barrier;
    unsigned bar = (unsigned)__cvta_generic_to_shared(&barrier);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(bar), "r"(1) : "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(bar), "r"((int)sizeof in) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                         (unsigned)__cvta_generic_to_shared(in)),
                     "l"(from + WORDS * blockIdx.x), "r"((int)sizeof in), "r"(bar)
                     : "memory");
    }
    for (unsigned done = 0; !done;)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(bar)
                     : "memory");
    for (unsigned i = threadIdx.x; i < WORDS; i += THREADS)
        out[i] = in[(i + 1) % WORDS] * 10;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to + WORDS * blockIdx.x),
                     "r"((unsigned)__cvta_generic_to_shared(out)), "r"((int)sizeof out)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

int main()
{
    enum { BLOCKS = 3 };
    unsigned *data, wrong = 0;
    cudaMallocManaged(&data, 2 * BLOCKS * WORDS * sizeof *data);
    for (unsigned i = 0; i < BLOCKS * WORDS; i++)
        data[i] = i;
    shift<<<BLOCKS, THREADS>>>(data, data + BLOCKS * WORDS);
    cudaError_t error = cudaDeviceSynchronize();
    if (error)
        printf("%s\n", cudaGetErrorString(error));
    for (unsigned i = 0; i < BLOCKS * WORDS; i++)
        wrong += data[BLOCKS * WORDS + i] != (i / WORDS * WORDS + (i + 1) % WORDS) * 10;
    printf("shifted %u\n", wrong);
}
