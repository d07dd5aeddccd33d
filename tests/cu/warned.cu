// What nvcc takes and C++ does not: {} of a wider value, a literal beside a name without a blank, a macro that is a pragma.
// > 44 -2 3000000000 6
// > a file of 3
// > 28 line 46 #pragma unroll
#include <cstdio>

#define FILE_NAME "file"
#define COUNT "%d"
#define UNROLL #pragma unroll // for loops
  #  define	UNROLL_4 # pragma unroll 4 /* four */
#define NOT_ONE " #pragma unroll"
struct bytes {
    unsigned char low, high;
};

__global__ void k(int *to, unsigned short wide, double real)
{
    bytes two = {wide, 2}; // 300 becomes 44
    float half[] = {real};
    uchar4 four = {wide, wide, wide, wide};
    int numbers[] = {half[0], 3000000000u};
    to[0] = two.low;
    to[1] = numbers[0];
    to[2] = numbers[1];
    to[3] = four.w == two.low ? two.high * 3 : 0;
    int sum = 0;
    UNROLL
    for (int i = 0; i < 8; i++)
        sum += i;
    UNROLL_4
    for (int i = 0; i < 4; i++)
        sum += 0 * i;
    to[4] = sum;
}

int main()
{
    int *to, n = 3;
    cudaMallocManaged(&to, 5 * sizeof *to);
    k<<<1, 1>>>(to, 300, -2.75);
    cudaDeviceSynchronize();
    printf("%d %d %u %d\n", to[0], to[1], to[2], to[3]);
    long of = n;
    bytes last = {of, 0};
    printf("a "FILE_NAME" of "COUNT"\n", last.low);
    printf("%d line %d%s\n", to[4], __LINE__, NOT_ONE);
}
