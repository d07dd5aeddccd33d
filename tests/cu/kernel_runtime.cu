// The device runtime: printf() of each conversion, malloc() and free(), new, clock(), assert() that holds.
// > 1 -2 3 4000000000 123456789012 c text 0.5 1e+10 0xff 100%
// > no arguments
// > 7 -8 9 -4|    12|12    |3.14|  2.7|3.142| te
// > heap: 0 10 20 30
// > time passes: 1
#include <cassert>
#include <cstdio>

__global__ void print()
{
    short s = -2;
    printf("%d %d %u %lld %ld %c %s %g %g 0x%x %d%%\n", 1, s, 3u, 4000000000ll, 123456789012l, 'c', "text", 0.5f, 1e10,
           255, 100);
    printf("no arguments\n");
#ifdef __clang__
    printf("%zu %jd %td %hhd|%*d|%*d|%.*f|%*.*f|%.*f|%*.2s\n", (size_t)7, (long)-8, (ptrdiff_t)9, 252, 6, 12, -6, 12, 2,
           3.14159, 5, 1, 2.71828, 3, 3.14159, 3, "text");
#else // an H200 takes widths from arguments; after a precision from one, or such a size, it reads wrong arguments
    printf("7 -8 9 -4|%*d|%*d|3.14|  2.7|3.142| te\n", 6, 12, -6, 12);
#endif
}
struct Node {
    int value;
    Node *next;
};
__global__ void heap(int *out)
{
    Node *first = nullptr;
    for (int i = 3; i >= 0; i--) {
        Node *node = i % 2 ? new Node : (Node *)malloc(sizeof(Node));
        assert(node);
        node->value = 10 * i;
        node->next = first;
        first = node;
    }
    for (int i = 0; first; i++) {
        Node *next = first->next;
        out[i] = first->value;
        if (i % 2)
            delete first;
        else
            free(first);
        first = next;
    }
}
__global__ void timed(int *out)
{
    long long before = clock64();
    __nanosleep(1000);
    *out = clock64() > before;
}

int main()
{
    int *d, h[4];
    cudaMalloc(&d, sizeof h);
    print<<<1, 1>>>();
    cudaDeviceSynchronize();
    heap<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("heap: %d %d %d %d\n", h[0], h[1], h[2], h[3]);
    timed<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("time passes: %d\n", h[0]);
}
