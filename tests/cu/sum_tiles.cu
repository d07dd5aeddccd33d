// Products of matrices in which each thread has a tile of 32 to 128 sums: of one piece or several, in a local array or in numbers,
// with warps' tiles, an inner loop of any length, sizes that end within a tile, a sum of distances, and more than one use of a sum.
// > float 8x8: 0 of 9216 wrong
// > float 8x4 in 4x1 pieces: 0 of 9216 wrong
// > float 4x4 in 2x2 pieces: 0 of 9216 wrong
// > double 4x8: 0 of 9216 wrong
// > float 8x16: 0 of 9216 wrong
// > float 6x8: 0 of 9216 wrong
// > ends 8x8: 0 of 8075 wrong
// > distances 8x8: 0 of 9216 wrong
// > unrolled 8x8: 0 of 9216 wrong
// > sums used before the end: 0 of 144 wrong
#include <cstdio>

enum { N = 96, DEPTH = 8 };

template <class T> struct product {
    __host__ __device__ static T step(T sum, T a, T b) { return sum + a * b; }
};
template <class T> struct distance {
    __host__ __device__ static T step(T sum, T a, T b) { return sum + (a - b) * (a - b); }
};

// Threads have ROWS x COLUMNS sums, in DOWN x ACROSS pieces of the block's tile; a block is 4 x 4 threads of a warp's half.
template <class T, int ROWS, int COLUMNS, int DOWN, int ACROSS, template <class> class OF>
__global__ void tiles(int m, int n, int k, const T *a, const T *b, T *c)
{
    const int HEIGHT = 4 * ROWS, WIDTH = 4 * COLUMNS, R = ROWS / DOWN, C = COLUMNS / ACROSS;
    __shared__ T left[DEPTH][HEIGHT], right[DEPTH][WIDTH];
    int row = threadIdx.x / 4, column = threadIdx.x % 4, top = blockIdx.y * HEIGHT, first = blockIdx.x * WIDTH;
    T sum[ROWS][COLUMNS] = {}, x[ROWS], y[COLUMNS];
    for (int at = 0; at < k; at += DEPTH) {
        for (int i = threadIdx.x; i < DEPTH * HEIGHT; i += blockDim.x)
            left[i % DEPTH][i / DEPTH] = top + i / DEPTH < m && at + i % DEPTH < k ? a[(top + i / DEPTH) * k + at + i % DEPTH] : 0;
        for (int i = threadIdx.x; i < DEPTH * WIDTH; i += blockDim.x)
            right[i / WIDTH][i % WIDTH] = at + i / WIDTH < k && first + i % WIDTH < n ? b[(at + i / WIDTH) * n + first + i % WIDTH] : 0;
        __syncthreads();
        for (int d = 0; d < min(DEPTH, k - at); d++) {
            for (int i = 0; i < ROWS; i++)
                x[i] = left[d][i / R * 4 * R + row * R + i % R];
            for (int j = 0; j < COLUMNS; j++)
                y[j] = right[d][j / C * 4 * C + column * C + j % C];
            for (int i = 0; i < ROWS; i++)
                for (int j = 0; j < COLUMNS; j++)
                    sum[i][j] = OF<T>::step(sum[i][j], x[i], y[j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int down = top + i / R * 4 * R + row * R + i % R, across = first + j / C * 4 * C + column * C + j % C;
            if (down < m && across < n)
                c[down * n + across] = sum[i][j];
        }
}

// The same with all of a tile's depth unrolled, so that sums are numbers from the start; some are used for each tile.
__global__ void unrolled(int n, const float *a, const float *b, float *c, float *last)
{
    __shared__ float left[DEPTH][32], right[DEPTH][32];
    int row = threadIdx.x / 4 * 8, column = threadIdx.x % 4 * 8, top = blockIdx.y * 32, first = blockIdx.x * 32;
    float sum[8][8] = {};
    for (int at = 0; at < n; at += DEPTH) {
        for (int i = threadIdx.x; i < DEPTH * 32; i += blockDim.x) {
            left[i % DEPTH][i / DEPTH] = a[(top + i / DEPTH) * n + at + i % DEPTH];
            right[i / 32][i % 32] = b[(at + i / 32) * n + first + i % 32];
        }
        __syncthreads();
#pragma unroll
        for (int d = 0; d < DEPTH; d++)
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    sum[i][j] += left[d][row + i] * right[d][column + j];
        if (at + DEPTH < n)
            last[(top + row) * n + first + column] = sum[0][0];
        else
            last[(top + row) * n + first + column] += sum[7][7];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
            c[(top + row + i) * n + first + column + j] = sum[i][j];
}

template <class T> struct matrices {
    T *a, *b, *c;
    matrices()
    {
        cudaMallocManaged(&a, N * N * sizeof(T));
        cudaMallocManaged(&b, N * N * sizeof(T));
        cudaMallocManaged(&c, N * N * sizeof(T));
        for (int i = 0; i < N * N; i++) {
            a[i] = T(i * 7 % 13 - 6);
            b[i] = T(i * 5 % 11 - 5);
            c[i] = -1;
        }
    }
    ~matrices()
    {
        cudaFree(a);
        cudaFree(b);
        cudaFree(c);
    }
    template <template <class> class OF> void compare(const char *name, int m, int n, int k) const
    {
        int wrong = cudaDeviceSynchronize() != cudaSuccess;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
                T sum = 0;
                for (int l = 0; l < k; l++)
                    sum = OF<T>::step(sum, a[i * k + l], b[l * n + j]);
                wrong += sum != c[i * n + j];
            }
        printf("%s: %d of %d wrong\n", name, wrong, m * n);
    }
};

template <class T, int ROWS, int COLUMNS, int DOWN, int ACROSS, template <class> class OF>
static void run(const char *name, int m, int n, int k)
{
    matrices<T> of;
    dim3 grid((n + 4 * COLUMNS - 1) / (4 * COLUMNS), (m + 4 * ROWS - 1) / (4 * ROWS));
    tiles<T, ROWS, COLUMNS, DOWN, ACROSS, OF><<<grid, 16>>>(m, n, k, of.a, of.b, of.c);
    of.template compare<OF>(name, m, n, k);
}

int main()
{
    run<float, 8, 8, 1, 1, product>("float 8x8", N, N, N);
    run<float, 8, 4, 4, 1, product>("float 8x4 in 4x1 pieces", N, N, N);
    run<float, 4, 4, 2, 2, product>("float 4x4 in 2x2 pieces", N, N, N);
    run<double, 4, 8, 1, 2, product>("double 4x8", N, N, N);
    run<float, 8, 16, 1, 4, product>("float 8x16", N, N, N);
    run<float, 6, 8, 1, 1, product>("float 6x8", N, N, N);
    run<float, 8, 8, 2, 2, product>("ends 8x8", N - 1, N - 11, N - 5);
    run<float, 8, 8, 1, 1, distance>("distances 8x8", N, N, N);
    matrices<float> of;
    float *last;
    cudaMallocManaged(&last, N * N * sizeof *last);
    unrolled<<<dim3(N / 32, N / 32), 16>>>(N, of.a, of.b, of.c, last);
    of.compare<product>("unrolled 8x8", N, N, N);
    int wrong = 0;
    for (int i = 0; i < N; i += 8)
        for (int j = 0; j < N; j += 8) {
            float sum = of.c[(i + 7) * N + j + 7];
            for (int l = 0; l < N - DEPTH; l++)
                sum += of.a[i * N + l] * of.b[l * N + j];
            wrong += sum != last[i * N + j];
        }
    printf("sums used before the end: %d of %d wrong\n", wrong, N * N / 64);
    cudaFree(last);
}
