// What nvcc only warns of: {} of a wider value, a literal beside a name without a blank.
// > 44 -2 3000000000 6
// > a file of 3
#include <cstdio>

#define FILE_NAME "file"
#define COUNT "%d"
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
}

int main()
{
    int *to, n = 3;
    cudaMallocManaged(&to, 4 * sizeof *to);
    k<<<1, 1>>>(to, 300, -2.75);
    cudaDeviceSynchronize();
    printf("%d %d %u %d\n", to[0], to[1], to[2], to[3]);
    long of = n;
    bytes last = {of, 0};
    printf("a "FILE_NAME" of "COUNT"\n", last.low);
}
