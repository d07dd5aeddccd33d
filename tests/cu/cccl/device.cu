// CUB's and Thrust's host code: kernels chosen by attributes, blocks that wait for earlier ones.
// > select 1 3000
// > scan 1 sum 17997000
#include <cstdio>
#include <cub/device/device_select.cuh>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/scan.h>

struct even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

int main()
{
    enum { N = 6000 };
    thrust::host_vector<int> numbers(N);
    for (int i = 0; i < N; i++)
        numbers[i] = i;
    thrust::device_vector<int> in = numbers, out(N), count(1);
    size_t size = 0;
    cub::DeviceSelect::If(nullptr, size, in.begin(), out.begin(), count.begin(), N, even());
    thrust::device_vector<char> temporary(size);
    cub::DeviceSelect::If(temporary.data().get(), size, in.begin(), out.begin(), count.begin(), N, even());
    thrust::host_vector<int> chosen = out;
    bool right = true;
    for (int i = 0; i < N / 2; i++)
        right = right && chosen[i] == 2 * i;
    printf("select %d %d\n", right, (int)count[0]);
    thrust::inclusive_scan(in.begin(), in.end(), out.begin());
    thrust::copy(out.begin(), out.end(), chosen.begin());
    right = true;
    for (int i = 0, sum = 0; i < N; i++)
        right = right && chosen[i] == (sum += i);
    printf("scan %d sum %d\n", right, chosen[N - 1]);
}
