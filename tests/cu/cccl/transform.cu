// Thrust's and CUB's transform, whose dynamic shared memory is aligned to 128 bytes.
// > axpy 1
// > squares 1 of 10007
// > shifted 1
// > sum 333383335000
#include <cstdio>
#include <cub/device/device_transform.cuh>
#include <cuda/std/tuple>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/functional.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

struct axpy {
    float a;
    __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct square {
    __host__ __device__ long long operator()(long long x) const { return x * x; }
};

int main()
{
    const int N = 10007;
    thrust::device_vector<float> x(N), y(N);
    thrust::sequence(x.begin(), x.end());
    thrust::transform(x.begin(), x.end(), x.begin(), y.begin(), axpy{2});
    thrust::host_vector<float> got = y;
    bool right = true;
    for (int i = 0; i < N; i++)
        right = right && got[i] == 3 * (float)i;
    printf("axpy %d\n", right);
    thrust::device_vector<long long> from(N), to(N);
    thrust::sequence(from.begin(), from.end());
    cudaError_t error = cub::DeviceTransform::Transform(from.begin(), to.begin(), N, square());
    thrust::host_vector<long long> squares = to;
    right = !error;
    int count = 0;
    for (long long i = 0; i < N; i++, count++)
        right = right && squares[i] == i * i;
    printf("squares %d of %d\n", right, count);
    thrust::transform(from.begin() + 1, from.end() - 2, to.begin() + 3, square()); // neither is aligned
    squares = to;
    right = squares[0] == 0 && squares[2] == 4;
    for (long long i = 1; i < N - 2; i++)
        right = right && squares[i + 2] == i * i;
    printf("shifted %d\n", right);
    printf("sum %lld\n", thrust::transform_reduce(from.begin(), from.begin() + 10001, square(), 0ll, thrust::plus<long long>()));
}
