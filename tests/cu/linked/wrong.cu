// Needs device code of another file; with -DDEFINES defines it wrongly; with -DOTHER needs it otherwise.
#if !defined(DEFINES) && !defined(OTHER)
extern __device__ int sized[4];
extern __device__ int constant;
extern __device__ int open[];
extern __managed__ int managed;
__device__ int typed(int n);
__device__ int both(int n)
{
    return n;
}
__global__ void kernel(int *p)
{
    *p = typed(1) + sized[0] + constant + managed + open[1];
}
#elif defined(DEFINES)
__device__ int sized[5];
__constant__ int constant;
__device__ int managed;
__device__ float typed(int n)
{
    return n;
}
__device__ int both(int n)
{
    return n + 1;
}
__device__ int open[4];
#else
extern __device__ int open[5];
__device__ int other()
{
    return open[4];
}
#endif
