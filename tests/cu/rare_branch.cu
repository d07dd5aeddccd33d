// Branches that none, few, half or all threads take: with an atomic, with costly mathematics, with effects of the others, in a loop.
// Shares of 0 to 100 % are compared with the host's loops.
// > append: 24 of 24 right
// > costly: 24 of 24 right
// > others: 24 of 24 right
// > nearest: 24 of 24 right
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

enum { N = 1000, LAYOUTS = 4 };
static const float shares[] = {0, .01f, .1f, .5f, .97f, 1};
static const int blocks[LAYOUTS] = {32, 100, 250, 256};

// A number and its partner: the branch is taken where their squares' sum is below the limit.
__host__ __device__ inline float distance(const float *a, int i) { return a[2 * i] * a[2 * i] + a[2 * i + 1] * a[2 * i + 1]; }

__global__ void append(const float *a, int n, float limit, int *count, int *list)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && distance(a, i) < limit)
        list[atomicAdd(count, 1)] = i;
}

// The square root and the logarithm are of negative numbers in threads that do not take the branch.
__host__ __device__ inline float costly_number(float d, float limit)
{
    float left = sqrtf(limit - d);
    return left < 1e-3f ? 1 : 2 + sinf(logf(left)) / (d + 1);
}

__global__ void costly(const float *a, int n, float limit, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float d = i < n ? distance(a, i) : 2 * limit;
    if (d < limit)
        out[i] = costly_number(d, limit);
}

__global__ void others(const float *a, int n, float limit, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = distance(a, i), r = -d;
    if (d < limit)
        r = costly_number(d, limit);
    out[i] += r;
}

// Each thread goes through all numbers with three of its own, and keeps the nearest three.
__global__ void nearest(const float *a, int n, float limit, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float best[3] = {limit, limit, limit}, sum = 0;
    for (int k = 0; k < 200; k++) {
        float dx = a[2 * k] - a[2 * i], dy = a[2 * k + 1] - a[2 * i + 1], d = dx * dx + dy * dy;
        if (d < best[2]) {
            int at = 2;
            for (; at > 0 && best[at - 1] > d; at--)
                best[at] = best[at - 1];
            best[at] = d;
            sum += expf(-d) / (1 + d);
        }
    }
    out[i] = best[0] + best[1] + best[2] + sum;
}

static float host_nearest(const float *a, float limit, int i)
{
    float best[3] = {limit, limit, limit}, sum = 0;
    for (int k = 0; k < 200; k++) {
        float dx = a[2 * k] - a[2 * i], dy = a[2 * k + 1] - a[2 * i + 1], d = dx * dx + dy * dy;
        if (d < best[2]) {
            best[2] = d;
            std::sort(best, best + 3);
            sum += expf(-d) / (1 + d);
        }
    }
    return best[0] + best[1] + best[2] + sum;
}

static bool near(float x, float y) { return fabsf(x - y) <= 1e-4f * (1 + fabsf(y)); }

int main()
{
    float *a, *out;
    int *count, *list, right[4] = {0, 0, 0, 0}, all = 0;
    cudaMallocManaged(&a, 2 * N * sizeof *a);
    cudaMallocManaged(&out, N * sizeof *out);
    cudaMallocManaged(&count, sizeof *count);
    cudaMallocManaged(&list, N * sizeof *list);
    unsigned state = 1;
    for (int i = 0; i < 2 * N; i++)
        a[i] = (float)((state = state * 1664525 + 1013904223) >> 8) / (1 << 24);
    std::vector<float> sorted(N);
    for (int i = 0; i < N; i++)
        sorted[i] = distance(a, i);
    std::sort(sorted.begin(), sorted.end());
    for (float share : shares)
        for (int block : blocks) {
            float limit = share == 1 ? 3 : sorted[(int)(share * N)]; // that share of the distances is less
            int grid = (N + block - 1) / block, expected = 0;
            bool same = true, equal = true, other = true, kept = true;
            *count = 0;
            append<<<grid, block>>>(a, N, limit, count, list);
            cudaDeviceSynchronize();
            std::sort(list, list + *count);
            for (int i = 0; i < N; i++)
                if (distance(a, i) < limit)
                    same = same && expected < *count && list[expected] == i, expected++;
            std::fill(out, out + N, -5.f);
            costly<<<grid, block>>>(a, N, limit, out);
            cudaDeviceSynchronize();
            for (int i = 0; i < N; i++)
                equal = equal && near(out[i], distance(a, i) < limit ? costly_number(distance(a, i), limit) : -5);
            std::fill(out, out + N, 10.f);
            others<<<grid, block>>>(a, N, limit, out);
            cudaDeviceSynchronize();
            for (int i = 0; i < N; i++)
                other = other && near(out[i], 10 + (distance(a, i) < limit ? costly_number(distance(a, i), limit) : -distance(a, i)));
            nearest<<<grid, block>>>(a, N, limit, out);
            cudaDeviceSynchronize();
            for (int i = 0; i < N; i++)
                kept = kept && near(out[i], host_nearest(a, limit, i));
            right[0] += same && expected == *count;
            right[1] += equal;
            right[2] += other;
            right[3] += kept;
            all++;
        }
    const char *const names[] = {"append", "costly", "others", "nearest"};
    for (int k = 0; k < 4; k++)
        printf("%s: %d of %d right\n", names[k], right[k], all);
}
