// Inline PTX: instructions with a predicate that do more than compute.
// > loads 0 stores 0 atomics 0 copies 0 barriers 0 exits 0 elections 0
#include <cstdio>
#include <cstring>

enum { LANES = 64 };

__device__ void expect(int *wrong, long long got, long long want)
{
    if (got != want)
        atomicAdd(wrong, 1);
}

// The address is one that must not be read where the predicate is false.
__global__ void loads(int *wrong, const float *from)
{
    unsigned lane = threadIdx.x;
    bool inside = lane < 10;
    const float *at = inside ? from + lane : nullptr;
    float r;
    asm volatile("{.reg .pred p;\n setp.ne.b32 p, %2, 0;\n mov.b32 %0, 0;\n @p ld.global.nc.f32 %0, [%1];}\n"
                 : "=f"(r)
                 : "l"(at), "r"((int)inside));
    expect(wrong, (long long)r, inside ? lane + 1 : 0);
    float4 v = make_float4(9, 9, 9, 9);
    bool even = lane % 2 == 0;
    at = even ? from : nullptr;
    asm volatile("{.reg .pred p; setp.eq.u32 p, %5, 0; @!p ld.global.v4.f32 {%0, %1, %2, %3}, [%4];}"
                 : "+f"(v.x), "+f"(v.y), "+f"(v.z), "+f"(v.w)
                 : "l"(at), "r"((unsigned)even));
    expect(wrong, (long long)(v.x * 1000 + v.y * 100 + v.z * 10 + v.w), even ? 1234 : 9999);
}

__global__ void stores(int *wrong, int *to)
{
    __shared__ int shared[LANES];
    int lane = (int)threadIdx.x;
    shared[lane] = -1;
    unsigned at = (unsigned)__cvta_generic_to_shared(shared + lane);
    asm volatile("{.reg .pred p; setp.lt.s32 p, %1, 20; @p st.shared.s32 [%0], %1; @!p st.shared.s32 [%0], 7;}" ::"r"(at), "r"(lane)
                 : "memory");
    expect(wrong, shared[lane], lane < 20 ? lane : 7);
    int *place = lane == 3 ? to : nullptr;
    asm volatile("{.reg .pred p; setp.ne.u64 p, %0, 0; @p st.release.gpu.s32 [%0], %1;}" ::"l"(place), "r"(lane) : "memory");
}

__global__ void atomics(int *wrong, int *sum)
{
    int lane = (int)threadIdx.x, old = -5;
    asm volatile("{.reg .pred p; setp.gt.s32 p, %2, 31; @p atom.global.add.s32 %0, [%1], 1; @!p red.global.add.s32 [%1+4], 2;}"
                 : "+r"(old)
                 : "l"(sum), "r"(lane)
                 : "memory");
    expect(wrong, lane < 32 ? old == -5 : old >= 0 && old < 32, 1);
}

__global__ void copies(int *wrong, const int4 *from)
{
    __shared__ int4 shared[LANES];
    int lane = (int)threadIdx.x;
    shared[lane] = make_int4(-1, -1, -1, -1);
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p cp.async.cg.shared.global [%1], [%2], 16; }" ::"r"((int)(lane < 3)),
                 "r"((unsigned)__cvta_generic_to_shared(shared + lane)), "l"(lane < 3 ? from : nullptr)
                 : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    expect(wrong, shared[lane].z, lane < 3 ? 3 : -1);
}

__global__ void barriers(int *wrong, int all)
{
    __shared__ int value;
    if (threadIdx.x == 0)
        value = 4;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %0, 0; @p bar.sync 0; }" ::"r"(all) : "memory");
    expect(wrong, value, 4);
}

// One lane of each mask is elected, and all know which.
__global__ void elections(int *wrong)
{
    __shared__ unsigned elected[LANES / 32][2], leaders[LANES / 32][2];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, half = lane >= 7, mask = half ? ~0x7fu : 0x7fu, leader, mine;
    if (lane == 0 || lane == 7)
        elected[warp][half] = leaders[warp][half] = 0;
    __syncwarp();
    if (half)
        asm volatile("{ .reg .pred p; elect.sync %0|p, %2; selp.b32 %1, 1, 0, p; }" : "=r"(leader), "=r"(mine) : "r"(mask));
    else
        asm volatile("{ .reg .pred p; elect.sync %0|p, %2; selp.b32 %1, 1, 0, p; }" : "=r"(leader), "=r"(mine) : "r"(mask));
    atomicAdd(&elected[warp][half], mine);
    atomicAdd(&leaders[warp][half], leader == lane);
    __syncwarp();
    expect(wrong, mine, leader == lane);
    expect(wrong, elected[warp][half] == 1 && leaders[warp][half] == 1, 1);
}

__device__ __noinline__ int leave_from(int lane)
{
    asm volatile("{ .reg .pred p; setp.ge.s32 p, %0, 8; @p exit; }" ::"r"(lane));
    return lane;
}

__global__ void exits(int *sum)
{
    atomicAdd(sum, leave_from((int)threadIdx.x));
}

int main()
{
    int *wrong;
    float4 *data;
    cudaMallocManaged(&wrong, 16 * sizeof *wrong);
    cudaMallocManaged(&data, 4 * sizeof *data);
    memset(wrong, 0, 16 * sizeof *wrong);
    for (int i = 0; i < 16; i++)
        ((float *)data)[i] = (float)(i + 1);
    loads<<<1, LANES>>>(wrong, (float *)data);
    stores<<<1, LANES>>>(wrong + 1, wrong + 2);
    atomics<<<1, LANES>>>(wrong + 3, wrong + 4);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++)
        ((int *)data)[i] = i + 1;
    copies<<<1, LANES>>>(wrong + 6, (int4 *)data);
    barriers<<<1, LANES>>>(wrong + 7, 1);
    exits<<<1, LANES>>>(wrong + 8);
    elections<<<1, LANES>>>(wrong + 9);
    cudaError_t error = cudaDeviceSynchronize();
    if (error)
        printf("%s\n", cudaGetErrorString(error));
    printf("loads %d stores %d atomics %d copies %d barriers %d exits %d elections %d\n", wrong[0], wrong[1] + wrong[2] - 3,
           wrong[3] + wrong[4] - 32 + wrong[5] - 64, wrong[6], wrong[7], wrong[8] - 28, wrong[9]);
}
