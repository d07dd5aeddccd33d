// Warp matrices: products of small whole numbers, which are exact, beside the host's.
// > half to float: 0 wrong
// > half to half, by column: 0 wrong
// > 32 x 8, unsigned char: 0 wrong
// > 8 x 32, bfloat16: 0 wrong
// > double: 0 wrong
// > tf32: 0 wrong, 1 rounded
// > s4: 0 wrong
// > bits: xor 0 wrong, and 0 wrong
// > elements: 16 8 16 1
#include <cstdio>
#include <mma.h>
using namespace nvcuda;

template <class Layout> constexpr bool by_row = false;
template <> constexpr bool by_row<wmma::row_major> = true;

// c = a * b + 2 c; a and b have `depth` elements along k.
template <int m, int n, int k, class T, class A, class B, class Memory, class C>
__global__ void multiply(const Memory *a, const Memory *b, C *c, int depth, bool c_by_row)
{
    wmma::fragment<wmma::matrix_a, m, n, k, T, A> left;
    wmma::fragment<wmma::matrix_b, m, n, k, T, B> right;
    wmma::fragment<wmma::accumulator, m, n, k, C> sum, old;
    wmma::layout_t layout = c_by_row ? wmma::mem_row_major : wmma::mem_col_major;
    wmma::fill_fragment(sum, C(0));
    wmma::load_matrix_sync(old, c, c_by_row ? n : m, layout);
    for (int i = 0; i < old.num_elements; i++)
        sum.x[i] = sum.x[i] + old.x[i] + old.x[i];
    for (int at = 0; at < depth; at += k) {
        wmma::load_matrix_sync(left, by_row<A> ? a + at : a + at * m, by_row<A> ? depth : m);
        wmma::load_matrix_sync(right, by_row<B> ? b + at * n : b + at, by_row<B> ? n : depth);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c, sum, c_by_row ? n : m, layout);
}
static int a_at(int i, int j)
{
    return (i * 7 + j * 3) % 5;
}
static int b_at(int i, int j)
{
    return (i * 2 + j * 5) % 7;
}
static int c_at(int i, int j)
{
    return (i + 2 * j) % 3;
}
template <int m, int n, int k, class T, class A, class B, class Memory, class C> int wrong(bool c_by_row, int tiles = 2)
{
    const int depth = tiles * k;
    Memory *a, *b;
    C *c;
    int count = 0;
    cudaMallocManaged(&a, m * depth * sizeof *a);
    cudaMallocManaged(&b, n * depth * sizeof *b);
    cudaMallocManaged(&c, m * n * sizeof *c);
    for (int l = 0; l < depth; l++) {
        for (int i = 0; i < m; i++)
            a[by_row<A> ? i * depth + l : l * m + i] = Memory((float)a_at(i, l));
        for (int j = 0; j < n; j++)
            b[by_row<B> ? l * n + j : j * depth + l] = Memory((float)b_at(l, j));
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            c[c_by_row ? i * n + j : j * m + i] = C((float)c_at(i, j));
    multiply<m, n, k, T, A, B><<<1, 32>>>(a, b, c, depth, c_by_row);
    cudaDeviceSynchronize();
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            int sum = 2 * c_at(i, j);
            for (int l = 0; l < depth; l++)
                sum += a_at(i, l) * b_at(l, j);
            count += (float)c[c_by_row ? i * n + j : j * m + i] != sum;
        }
    cudaFree(a), cudaFree(b), cudaFree(c);
    return count;
}

// Elements below a byte: 32 of 4 bits, 128 of 1 bit, in each row of a and column of b.
__global__ void fours(const unsigned *a, const unsigned *b, int *c)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::s4, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, wmma::experimental::precision::s4, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> sum;
    wmma::fill_fragment(sum, 1000);
    wmma::load_matrix_sync(left, a, 32);
    wmma::load_matrix_sync(right, b, 32);
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(c, sum, 8, wmma::mem_row_major);
}
__global__ void bits(const unsigned *a, const unsigned *b, int *c, int *d)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> sum, both;
    wmma::fill_fragment(sum, 0);
    wmma::load_matrix_sync(left, a, 128);
    wmma::load_matrix_sync(right, b, 128);
    wmma::bmma_sync(both, left, right, sum, wmma::experimental::bmmaBitOpAND);
    wmma::bmma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(c, sum, 8, wmma::mem_row_major);
    wmma::store_matrix_sync(d, both, 8, wmma::mem_row_major);
}
__global__ void tf32(float *out)
{
    out[0] = wmma::__float_to_tf32(1 + 0x1p-11f) == 1 + 0x1p-10f;
}

int main()
{
    typedef wmma::row_major row;
    typedef wmma::col_major column;
    printf("half to float: %d wrong\n", wrong<16, 16, 16, half, row, column, half, float>(true));
    printf("half to half, by column: %d wrong\n", wrong<16, 16, 16, half, column, row, half, half>(false));
    printf("32 x 8, unsigned char: %d wrong\n",
           wrong<32, 8, 16, unsigned char, column, column, unsigned char, int>(true, 1));
    printf("8 x 32, bfloat16: %d wrong\n", wrong<8, 32, 16, __nv_bfloat16, row, column, __nv_bfloat16, float>(true));
    printf("double: %d wrong\n", wrong<8, 8, 4, double, row, column, double, double>(true));
    unsigned *a, *b;
    int *c, *d, four = 0, odd = 0, both = 0;
    float *rounded;
    cudaMallocManaged(&rounded, 4);
    tf32<<<1, 1>>>(rounded);
    int single = wrong<16, 16, 8, wmma::precision::tf32, row, column, float, float>(true);
    printf("tf32: %d wrong, %g rounded\n", single, *rounded);

    cudaMallocManaged(&a, 8 * 16), cudaMallocManaged(&b, 8 * 16), cudaMallocManaged(&c, 256),
        cudaMallocManaged(&d, 256);
    for (unsigned i = 0; i < 32; i++)
        a[i] = i * 2654435761u, b[i] = (i + 40) * 2246822519u;
    fours<<<1, 32>>>(a, b, c);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) {
        int sum = 1000;
        for (int l = 0; l < 32; l++)
            sum += ((int)(a[i / 8 * 4 + l / 8] << (28 - l % 8 * 4)) >> 28) *
                   ((int)(b[i % 8 * 4 + l / 8] << (28 - l % 8 * 4)) >> 28);
        four += c[i] != sum;
    }
    bits<<<1, 32>>>(a, b, c, d);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) {
        int ones = 0, common = 0;
        for (int l = 0; l < 4; l++)
            ones += __builtin_popcount(a[i / 8 * 4 + l] ^ b[i % 8 * 4 + l]),
                common += __builtin_popcount(a[i / 8 * 4 + l] & b[i % 8 * 4 + l]);
        odd += c[i] != ones, both += d[i] != common;
    }
    printf("s4: %d wrong\nbits: xor %d wrong, and %d wrong\n", four, odd, both);
    printf("elements: %d %d %d %d\n", wmma::fragment<wmma::matrix_a, 16, 16, 16, half, row>::num_elements,
           wmma::fragment<wmma::accumulator, 16, 16, 16, float>::num_elements,
           wmma::fragment<wmma::matrix_a, 32, 8, 16, __nv_bfloat16, row>::num_elements,
           wmma::fragment<wmma::matrix_a, 8, 8, 4, double, row>::num_elements);
    return cudaGetLastError();
}
