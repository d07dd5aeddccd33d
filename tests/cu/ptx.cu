// Inline PTX: statements, registers, predicates, vectors, addresses; edges of what instructions compute.
// > shuffles 0 bits 0 vectors 0 atomics 0 exit 0 waited 6
#include <cstdio>
#include <cstring>

enum { LANES = 32 };

// shfl.sync as PTX's manual writes it, with any limits.
__host__ __device__ unsigned lane_from(int kind, unsigned lane, unsigned b, unsigned c, bool *inside)
{
    unsigned segment = c >> 8 & 31, last = (lane & segment) | (c & 31 & ~segment), first = lane & segment;
    int from = kind == 0   ? (int)lane - (int)b
               : kind == 1 ? (int)(lane + b)
               : kind == 2 ? (int)(lane ^ b)
                           : (int)(first | (b & ~segment));
    *inside = kind == 0 ? from >= (int)last : from <= (int)last;
    return *inside ? (unsigned)from : lane;
}

__global__ void shuffles(int *wrong)
{
    const unsigned limits[] = {31, 0, 0x1c00 | 3, 0x1800 | 31, 0x1800, 11, 0x1000 | 5};
    unsigned lane = threadIdx.x, got[4];
    int in[4];
    for (unsigned l = 0; l < sizeof limits / sizeof *limits; l++)
        for (unsigned b = 0; b < LANES; b += 5) {
#define SHUFFLE(i, name)                                                                                               \
    asm volatile("{ .reg .pred p; shfl.sync." name ".b32 %0|p, %2, %3, %4, 0xffffffff; selp.s32 %1, 1, 0, p; }"        \
                 : "=r"(got[i]), "=r"(in[i])                                                                           \
                 : "r"(lane * 3), "r"(b), "r"(limits[l]));
            SHUFFLE(0, "up")
            SHUFFLE(1, "down")
            SHUFFLE(2, "bfly")
            SHUFFLE(3, "idx")
            for (int kind = 0; kind < 4; kind++) {
                bool inside;
                unsigned from = lane_from(kind, lane, b, limits[l], &inside);
                if (got[kind] != from * 3 || in[kind] != inside)
                    atomicAdd(wrong, 1);
            }
        }
    // A running sum, as libraries write it: the sum is added only where the lane exists.
    int sum = (int)lane;
    for (int distance = 1; distance < LANES; distance *= 2)
        asm volatile("{ .reg .s32 r0; .reg .pred p;"
                     "  shfl.sync.up.b32 r0|p, %1, %2, 0, 0xffffffff;"
                     "  @p add.s32 r0, r0, %3; mov.s32 %0, r0; }"
                     : "=r"(sum)
                     : "r"(sum), "r"(distance), "r"(sum));
    if (sum != (int)(lane * (lane + 1) / 2))
        atomicAdd(wrong, 1);
}

__device__ void expect(int *wrong, unsigned long long got, unsigned long long want)
{
    if (got != want)
        atomicAdd(wrong, 1);
}

__global__ void bits(int *wrong, unsigned x, unsigned big)
{
    unsigned r;
    int s;
    unsigned long long l;
    asm("shl.b32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(big));
    expect(wrong, r, 0);
    asm("shr.s32 %0, %1, %2;" : "=r"(s) : "r"(-5), "r"(big));
    expect(wrong, (unsigned)s, ~0u);
    asm("bfe.s32 %0, %1, 4, 8;" : "=r"(s) : "r"(0xf80));
    expect(wrong, (unsigned)s, (unsigned)-8);
    asm("bfe.u32 %0, %1, 28, 8;" : "=r"(r) : "r"(0xabcdef01));
    expect(wrong, r, 0xa);
    asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(0xabcdef01));
    expect(wrong, r, 0xf0);
    asm("bfi.b64 %0, %1, %2, 60, 8;" : "=l"(l) : "l"(0x35ull), "l"(0x0123456789abcdefull));
    expect(wrong, l, 0x5123456789abcdefull);
    // Bytes and halves: 250 + 10, 5 - 7, and their like.
#define PARTS(name, first, second, third, want)                                                                        \
    asm(name " %0, %1, %2, %3;" : "=r"(r) : "r"(first), "r"(second), "r"(third));                                      \
    expect(wrong, r, want);
    PARTS("vadd4.u32.u32.u32", 0xfa050180u, 0x0a078001u, x, 0x040c8181)
    PARTS("vadd4.u32.u32.u32.sat", 0xfa050180u, 0x0a078001u, x, 0xff0c8181)
    PARTS("vadd4.s32.s32.s32.sat", 0x7f058080u, 0x0107ff01u, x, 0x7f0c8081)
    PARTS("vsub4.u32.u32.u32", 0xfa050180u, 0x0a078001u, x, 0xf0fe817f)
    PARTS("vsub4.u32.u32.u32.sat", 0xfa050180u, 0x0a078001u, x, 0xf000007f)
    PARTS("vabsdiff4.u32.u32.u32", 0xfa050180u, 0x0a078001u, x, 0xf0027f7f)
    PARTS("vabsdiff4.u32.u32.u32.add", 0xfa050180u, 0x0a078001u, 1000u, 1000 + 0xf0 + 2 + 0x7f + 0x7f)
    PARTS("vmin4.u32.u32.u32", 0xfa050180u, 0x0a078001u, x, 0x0a050101)
    PARTS("vmax4.s32.s32.s32", 0xfa050180u, 0x0a078001u, x, 0x0a070101)
    PARTS("vadd2.u32.u32.u32", 0xffff0001u, 0x00020003u, x, 0x00010004)
    PARTS("vabsdiff2.u32.u32.u32.add", 0xffff0001u, 0x00020003u, 1u, 1 + 0xfffd + 2)
    PARTS("vmin2.s32.s32.s32", 0xffff0001u, 0x00020003u, x, 0xffff0001)
    asm("bmsk.clamp.b32 %0, 4, %1;" : "=r"(r) : "r"(big));
    expect(wrong, r, 0xfffffff0);
    asm("bfind.s32 %0, %1;" : "=r"(r) : "r"(-1));
    expect(wrong, r, ~0u);
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(x), "r"(0x0ff0u), "r"(0xff00u));
    expect(wrong, r, x ^ 0x0ff0u ^ 0xff00u);
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(0x80000000u), "r"(6u));
    expect(wrong, r, 3);
    asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(l) : "r"(-3), "r"(1 << 30), "l"(5ll));
    expect(wrong, l, (unsigned long long)(-3ll * (1 << 30) + 5));
    asm("{ .reg .b32 lo, hi; mov.b64 {lo, hi}, %1; add.u32 lo, lo, 1; mov.b64 %0, {hi, lo}; }"
        : "=l"(l)
        : "l"(0x100000007ull));
    expect(wrong, l, 0x800000001ull);
    asm("{ .reg .pred p, q; setp.lt.s32 p, %1, 0; setp.gt.u32 q, %1, 9; and.pred p, p, q; @!p mov.u32 %0, 7; @p mov.u32 %0, 8; }"
        : "=r"(r)
        : "r"(-1));
    expect(wrong, r, 8);
    asm("{ .reg .u32 t; mov.u32 t, %1; { .reg .u32 t; mov.u32 t, 5; } { } mov.u32 %0, t; }"
        : "=r"(r)
        : "r"(x)); // the outer t
    expect(wrong, r, x);
    asm("add.s64 %0, %1, %2;" : "=l"(l) : "l"(10ll), "n"(-1)); // a number has its sign in all 64 bits
    expect(wrong, l, 9);
    asm("prmt.b32 %0, %1, %2, 0x9d80;" : "=r"(r) : "r"(x | 0x8080u), "r"(0x01020304u)); // 8 and above: the byte's sign
    expect(wrong, r, 0xff00fff8);
    asm("{ .reg .u8 b; cvt.u8.u32 b, %1; cvt.s32.s8 %0, b; }" : "=r"(s) : "r"(0x1f0u)); // the low byte, by its sign
    expect(wrong, (unsigned)s, (unsigned)-16);
}

__global__ void vectors(int *wrong, uint4 *data)
{
    __shared__ unsigned shared[4];
    uint4 v;
    asm volatile("ld.relaxed.gpu.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(data)
                 : "memory");
    expect(wrong, v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4, 1);
    asm volatile("st.release.gpu.v2.u32 [%0+8], {%1, %2};" ::"l"(data), "r"(v.x), "r"(v.y) : "memory");
    expect(wrong, data->z == 1 && data->w == 2, 1);
    unsigned at = (unsigned)__cvta_generic_to_shared(shared), r;
    asm volatile("st.shared.u32 [%0+4], %1;" ::"r"(at), "r"(77u) : "memory");
    expect(wrong, shared[1], 77);
    asm volatile("{ .reg .s8 b; ld.global.s8 b, [%1+8]; cvt.s32.s8 %0, b; }" : "=r"(r) : "l"(data) : "memory");
    expect(wrong, r, 1);
}

__global__ void atomics(int *sum, unsigned long long *most, unsigned *once)
{
    int old;
    asm volatile("atom.add.acq_rel.gpu.s32 %0, [%1], %2;" : "=r"(old) : "l"(sum), "r"(2) : "memory");
    asm volatile("red.global.max.u64 [%0], %1;" ::"l"(most), "l"((unsigned long long)old) : "memory");
    unsigned seen;
    asm volatile("atom.cas.relaxed.gpu.b32 %0, [%1], 0, %2;" : "=r"(seen) : "l"(once), "r"(threadIdx.x + 1) : "memory");
    if (seen == 0)
        asm volatile("st.global.u32 [%0], 5;" ::"l"(once + 1) : "memory");
}

// A load that is volatile and clobbers memory sees what another warp stores meanwhile.
__global__ void wait(int *flag, int *data)
{
    int seen = 0;
    if (threadIdx.x == LANES) {
        *data = 5;
        __threadfence();
        atomicExch(flag, 1);
    } else if (threadIdx.x == 0) {
        do
#ifdef __clang__ // PTX lets a GPU's assembler move a weak load out of the loop
            asm volatile("ld.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
#else
            asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
#endif
        while (!seen);
        __threadfence();
        *data += seen;
    }
}

__device__ __noinline__ void leave_if(bool condition, int *counter)
{
    if (condition && atomicAdd(counter, 1) >= 0)
        asm volatile("exit;");
}

__global__ void leave(int *counter)
{
    leave_if(threadIdx.x % 2 == 0, counter);
    atomicAdd(counter, 100);
}

int main()
{
    int *wrong;
    uint4 *data;
    cudaMallocManaged(&wrong, 16 * sizeof *wrong);
    cudaMallocManaged(&data, 16);
    memset(wrong, 0, 16 * sizeof *wrong);
    *data = make_uint4(1, 2, 3, 4);
    shuffles<<<1, LANES>>>(wrong);
    bits<<<1, 1>>>(wrong + 1, 0x12345678, 40);
    vectors<<<1, 1>>>(wrong + 2, data);
    atomics<<<4, 64>>>(wrong + 4, (unsigned long long *)(wrong + 6), (unsigned *)wrong + 8);
    leave<<<1, 64>>>(wrong + 10);
    wait<<<1, 2 * LANES>>>(wrong + 11, wrong + 12);
    cudaError_t error = cudaDeviceSynchronize();
    if (error)
        printf("%s\n", cudaGetErrorString(error));
    bool atomic = wrong[4] == 512 && *(unsigned long long *)(wrong + 6) == 510 && wrong[8] > 0 && wrong[9] == 5;
    printf("shuffles %d bits %d vectors %d atomics %d exit %d waited %d\n", wrong[0], wrong[1], wrong[2], !atomic,
           wrong[10] - 3232, wrong[12]);
}
