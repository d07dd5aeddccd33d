// Local variables of CUDA C++: members, references, lambdas. As kernels.c has them for C.
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { WRONG = 9, RIGHT = 9, WORDS = 1024 };

struct tile {
    float v[4];
    int n;
    __device__ explicit tile(int count) : n(count) {}
    __device__ void add(int i, float x) { v[i] += x; } /* unwritten: 'c' */
    __device__ float &at(int i) { return v[i]; }
    __device__ float all() const
    {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += v[i]; /* unwritten: 'c' */
        return sum;
    }
};
template <typename T> struct complex {
    T re, im;
    __device__ complex() {}
    __device__ complex(T r, T i) : re(r), im(i) {}
    __device__ complex operator+(const complex &o) const { return complex(re + o.re, im + o.im); } /* unwritten: 'z' */
};
template <typename T> __device__ void swap_two(T &a, T &b)
{
    T c = a;
    a = b;
    b = c;
}
__device__ void load(float (&to)[4], const int *in, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = in[i];
}

__global__ void wrong(int what, int fixed, const int *in, int *out)
{
    int t = threadIdx.x;
    float f[4];
    tile c(4);
    complex<float> z;
    switch (what) {
    case 0: if (fixed) c.v[1] = 0;
        c.add(1, 3); if (fixed) out[t] = c.v[1]; break;
    case 1: for (int i = 0; i < 3 + fixed; i++) c.at(i) = in[i];
        out[t] = c.all(); break;
    case 2: if (fixed) z = complex<float>(1, 2);
        out[t] = (z + complex<float>(1, 1)).re; break;
    case 3: load(f, in, 3 + fixed);
        out[t] = f[t % 4]; break; /* unwritten: 'f' */
    case 4: { int x; auto set = [=](int &to) { if (fixed) to = 3; }; set(x);
        out[t] = x; break; } /* unwritten: 'x' */
    case 5: { int a = 1, b; if (fixed) b = 2; swap_two(a, b);
        out[t] = a; break; } /* unwritten: 'a' */
    case 6: { float4 v; v.x = v.y = v.z = 1; if (fixed) v.w = 2;
        out[t] = v.w * 2; break; } /* unwritten: 'v' */
    case 7: f[0] = f[1] = f[2] = 1; if (fixed) f[3] = 0;
        out[t] = f[3] * 2 + 1; break; /* unwritten: 'f' */
    case 8: { bool is; if (fixed) is = true;
        out[t] = is ? 2 : 3; break; } /* unwritten: 'is' */
    }
}

__global__ void right(int what, const int *in, int *out)
{
    int t = threadIdx.x, x;
    float f[4];
    tile c(2);
    complex<float> z, y;
    switch (what) {
    case 0: c.at(0) = c.at(1) = 2; out[t] = c.all(); break;
    case 1: if (t == 0) x = in[1]; x = __shfl_sync(~0u, x, 0); out[t] = x; break;
    case 2: z.re = in[1]; y = z; out[t] = y.re; break;
    case 3: load(f, in, 2); out[t] = f[0] + f[1]; break;
    case 4: { float4 v; v.x = in[1]; float4 w = v; out[t] = w.x; break; }
    case 5: { int a = 1, b = 2; swap_two(a, b); out[t] = a; break; }
    case 6: { float s, co; sincosf(in[0], &s, &co); out[t] = s * s + co * co; break; }
    case 7: { tile d(c); d.at(0) = 1; out[t] = d.v[0]; break; }
    case 8: { auto set = [&](int v) { x = v; }; set(3); out[t] = x; break; }
    }
}

int main(int count, char **words)
{
    if (count == 1) {
        printf("%d %d\n", WRONG, RIGHT);
        return 0;
    }
    int *in, *out, what = atoi(words[2]), fixed = count > 3 && atoi(words[3]);
    cudaMalloc(&in, WORDS * sizeof *in);
    cudaMalloc(&out, WORDS * sizeof *out);
    cudaMemset(in, 0, WORDS * sizeof *in);
    cudaMemset(out, 0, WORDS * sizeof *out);
    if (!strcmp(words[1], "wrong"))
        wrong<<<1, 32>>>(what, fixed, in, out);
    else
        right<<<1, 32>>>(what, in, out);
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    if (error)
        printf("%s\n", cudaGetErrorString(error));
}
