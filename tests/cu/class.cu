// Classes in kernels: constructors, operators, references, inheritance, virtual functions, lambdas, namespaces, std.
// > vector: 12 15 18
// > virtual: 100 6
// > lambda: 0 3 6 9
// > host and device: 5 5
// > anonymous: 9
// > algorithm: 2 7
// > recursion: 55
#include <algorithm>
#include <cstdio>

struct Vector {
    float x, y, z;
    __host__ __device__ Vector(float a = 0) : x(a), y(a), z(a) {}
    __host__ __device__ Vector(float a, float b, float c) : x(a), y(b), z(c) {}
    __device__ Vector &operator+=(const Vector &other)
    {
        x += other.x, y += other.y, z += other.z;
        return *this;
    }
};
__device__ Vector operator*(const Vector &v, float by)
{
    return Vector(v.x * by, v.y * by, v.z * by);
}
struct Shape {
    __device__ virtual ~Shape() {}
    __device__ virtual int area() const = 0;
};
struct Square : Shape {
    int side;
    __device__ Square(int s) : side(s) {}
    __device__ int area() const override { return side * side; }
};
struct Oblong : Shape {
    int a, b;
    __device__ Oblong(int s, int t) : a(s), b(t) {}
    __device__ int area() const override { return a * b; }
};
__host__ __device__ int five()
{
    return 5;
}
__global__ void vectors(float *out)
{
    Vector sum;
    for (int i = 1; i <= 3; i++)
        sum += Vector(1, 2, 3) * 1.0f;
    sum = (sum += Vector(3)) * 1.0f;
    sum += Vector(6);
    out[0] = sum.x, out[1] = sum.y, out[2] = sum.z;
}
__global__ void areas(int *out)
{
    Square square(10);
    Oblong oblong(2, 3);
    const Shape *shapes[] = {&square, &oblong};
    out[threadIdx.x] = shapes[threadIdx.x]->area();
}
template <class F> __global__ void each(int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f(i);
}
namespace {
__global__ void nine(int *out)
{
    out[0] = 9;
}
}
__global__ void smallest(int *out)
{
    out[0] = std::min(2, 7), out[1] = std::max(2, 7);
}
__device__ int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__global__ void recurse(int *out)
{
    *out = fibonacci(10);
}
__global__ void fives(int *out)
{
    *out = five();
}

int main()
{
    int *d, h[4];
    float *f, hf[3];
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&f, sizeof hf);
    vectors<<<1, 1>>>(f);
    cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost);
    printf("vector: %g %g %g\n", hf[0], hf[1], hf[2]);
    areas<<<1, 2>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("virtual: %d %d\n", h[0], h[1]);
    int by = 3;
    each<<<1, 32>>>(4, [=] __device__(int i) { d[i] = i * by; });
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("lambda: %d %d %d %d\n", h[0], h[1], h[2], h[3]);
    fives<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("host and device: %d %d\n", five(), h[0]);
    nine<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("anonymous: %d\n", h[0]);
    smallest<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("algorithm: %d %d\n", h[0], h[1]);
    recurse<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("recursion: %d\n", h[0]);
}
