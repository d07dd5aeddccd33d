// CUB within blocks and warps, beside the same in plain C++; its iterator through a texture.
// > no error
// > texture 1
// > sort 1 scan 1 exchange 1 histogram 1 reduce 1; warp sum 1 scan 1 partial 1
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/iterator/tex_obj_input_iterator.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cstdio>
#include <algorithm>
#include <vector>
constexpr int T = 128, I = 4, N = T * I;
__global__ void blocks(const int *in, int *sorted, int *scanned, int *striped, unsigned *histogram, int *sums)
{
    using Load = cub::BlockLoad<int, T, I, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<int, T, I, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using Sort = cub::BlockRadixSort<int, T, I>;
    using Scan = cub::BlockScan<int, T>;
    using Exchange = cub::BlockExchange<int, T, I>;
    using Histogram = cub::BlockHistogram<unsigned char, T, I, 16>;
    using Reduce = cub::BlockReduce<int, T, cub::BLOCK_REDUCE_RAKING>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Sort::TempStorage sort;
        typename Scan::TempStorage scan;
        typename Exchange::TempStorage exchange;
        typename Histogram::TempStorage histogram;
        typename Reduce::TempStorage reduce;
    } temporary;
    __shared__ unsigned bins[16];
    int item[I], total;
    Load(temporary.load).Load(in, item);
    __syncthreads();
    unsigned char small[I];
    for (int i = 0; i < I; i++)
        small[i] = item[i] & 15;
    Histogram(temporary.histogram).Histogram(small, bins);
    __syncthreads();
    if (threadIdx.x < 16)
        histogram[threadIdx.x] = bins[threadIdx.x];
    int sum[I];
    Scan(temporary.scan).InclusiveSum(item, sum, total);
    __syncthreads();
    Store(temporary.store).Store(scanned, sum);
    __syncthreads();
    int moved[I];
    Exchange(temporary.exchange).BlockedToStriped(item, moved);
    for (int i = 0; i < I; i++)
        striped[i * T + threadIdx.x] = moved[i];
    __syncthreads();
    int largest = Reduce(temporary.reduce).Reduce(item[0], [](int a, int b) { return a > b ? a : b; });
    __syncthreads();
    Sort(temporary.sort).SortDescending(item);
    for (int i = 0; i < I; i++)
        sorted[threadIdx.x * I + i] = item[i];
    if (threadIdx.x == 0) {
        sums[0] = total;
        sums[1] = largest;
    }
}
__global__ void warps(const int *in, int *out, double *scanned)
{
    using Reduce = cub::WarpReduce<int>;
    using Half = cub::WarpReduce<int, 16>;
    using Scan = cub::WarpScan<double>;
    __shared__ typename Reduce::TempStorage r[2];
    __shared__ typename Half::TempStorage h[4];
    __shared__ typename Scan::TempStorage s[2];
    int t = threadIdx.x, w = t / 32, value = in[t];
    int sum = Reduce(r[w]).Sum(value);
    if (t % 32 == 0)
        out[w] = sum;
    int most = Half(h[t / 16]).Reduce(value, [](int a, int b) { return a > b ? a : b; }, 11);
    if (t % 16 == 0)
        out[2 + t / 16] = most;
    double before;
    Scan(s[w]).ExclusiveSum((double)value / 2, before);
    scanned[t] = before;
}
__global__ void through_texture(cub::TexObjInputIterator<double> in, double *out)
{
    out[threadIdx.x] = in[threadIdx.x] + *(in + 1);
}
int main()
{
    std::vector<int> h(N);
    unsigned x = 12345;
    for (int i = 0; i < N; i++)
        h[i] = (int)((x = x * 1664525 + 1013904223) >> 8) - (1 << 23);
    int *in, *sorted, *scanned, *striped, *sums, *warp;
    unsigned *hist;
    double *ds;
    cudaMallocManaged(&in, N * 4);
    cudaMallocManaged(&sorted, N * 4);
    cudaMallocManaged(&scanned, N * 4);
    cudaMallocManaged(&striped, N * 4);
    cudaMallocManaged(&hist, 64);
    cudaMallocManaged(&sums, 8);
    cudaMallocManaged(&warp, 64);
    cudaMallocManaged(&ds, 64 * 8);
    std::copy(h.begin(), h.end(), in);
    blocks<<<1, T>>>(in, sorted, scanned, striped, hist, sums);
    warps<<<1, 64>>>(in, warp, ds);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cub::TexObjInputIterator<double> numbers;
    double *doubled;
    cudaMallocManaged(&doubled, 64 * sizeof(double));
    numbers.BindTexture(ds, 64 * sizeof(double));
    through_texture<<<1, 64>>>(numbers, doubled);
    cudaDeviceSynchronize();
    numbers.UnbindTexture();
    bool fetched = true;
    for (int i = 0; i < 64; i++)
        fetched &= doubled[i] == ds[i] + ds[1];
    printf("texture %d\n", fetched);
    std::vector<int> s = h;
    std::sort(s.begin(), s.end(), [](int a, int b) { return a > b; });
    bool ok[8] = {true, true, true, true, true, true, true, true};
    unsigned bins[16] = {};
    int run = 0, largest = h[0];
    for (int i = 0; i < N; i++) {
        ok[0] &= sorted[i] == s[i];
        run = (int)((unsigned)run + (unsigned)h[i]);
        ok[1] &= scanned[i] == run;
        ok[2] &= striped[i] == h[i];
        bins[h[i] & 15]++;
        if (i % I == 0)
            largest = std::max(largest, h[i]);
    }
    for (int i = 0; i < 16; i++)
        ok[3] &= bins[i] == hist[i];
    ok[4] = sums[0] == run && sums[1] == largest;
    for (int w = 0; w < 2; w++) {
        int sum = 0;
        double before = 0;
        for (int i = 0; i < 32; i++) {
            sum += h[w * 32 + i];
            ok[6] &= ds[w * 32 + i] == before;
            before += h[w * 32 + i] / 2.0;
        }
        ok[5] &= warp[w] == sum;
    }
    for (int k = 0; k < 4; k++)
        ok[7] &= warp[2 + k] == *std::max_element(&h[k * 16], &h[k * 16 + 11]);
    printf("sort %d scan %d exchange %d histogram %d reduce %d; warp sum %d scan %d partial %d\n", ok[0], ok[1], ok[2],
           ok[3], ok[4], ok[5], ok[6], ok[7]);
}
