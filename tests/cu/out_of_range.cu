// Shifts by the width and more, and casts of numbers out of range: C++ leaves the result open, and programs rely on a GPU's.
// > shifts 0 casts 0
#include <cmath>
#include <cstdio>
#include <cstring>

enum { COUNTS = 8, SHIFTS = 6, NUMBERS = 24, CASTS = 14 };

__global__ void shift(const int *count, long long *out)
{
    int n = count[threadIdx.x];
    out += threadIdx.x * SHIFTS;
    out[0] = 1 << n, out[1] = 0xf0000000u >> n, out[2] = -5 >> n;
    out[3] = 1ll << n, out[4] = (long long)(0xf000000000000000ull >> n), out[5] = -5ll >> n;
}
static void shift_expected(int count, long long *out)
{
    unsigned n = (unsigned)count;
    unsigned long long one = n < 64 ? 1ull << n : 0, high = n < 64 ? 0xf000000000000000ull >> n : 0;
    out[0] = (int)(n < 32 ? one : 0), out[1] = n < 32 ? 0xf0000000u >> n : 0, out[2] = n < 32 ? -5 >> n : -1;
    out[3] = (long long)one, out[4] = (long long)high, out[5] = n < 64 ? -5ll >> n : -1;
}

template <class T> __device__ void cast_each(T x, long long *out)
{
    out[0] = (int)x, out[1] = (unsigned)x, out[2] = (long long)x, out[3] = (long long)(unsigned long long)x;
    out[4] = (short)x, out[5] = (unsigned short)x, out[6] = (unsigned char)x;
}
__global__ void cast(const double *number, long long *out)
{
    cast_each((float)number[threadIdx.x], out + threadIdx.x * CASTS);
    cast_each(number[threadIdx.x], out + threadIdx.x * CASTS + CASTS / 2);
}
// The nearest of the range from `least` to below `end`.
static double nearest(double x, double least, double end)
{
    return x < least ? least : x >= end ? end - (end < 1e10) : trunc(x);
}
static void cast_expected(double x, bool is_double, long long *out)
{
    const long long lowest = (long long)(1ull << 63);
    bool nan = x != x;
    long long word = nan ? is_double ? -2147483648ll : 0 : (long long)nearest(x, -2147483648.0, 2147483648.0);
    long long positive = nan ? is_double ? 2147483648ll : 0 : (long long)nearest(x, 0, 4294967296.0);
    double wide = nearest(x, -9223372036854775808.0, 9223372036854775808.0);
    double wide_positive = nearest(x, 0, 18446744073709551616.0);
    out[0] = word, out[1] = positive;
    out[2] = nan ? lowest : wide >= 9223372036854775808.0 ? ~lowest : (long long)wide;
    out[3] = nan ? lowest : wide_positive >= 18446744073709551616.0 ? -1 : (long long)(unsigned long long)wide_positive;
    out[4] = (short)word, out[5] = (unsigned short)positive, out[6] = (unsigned char)positive;
}

template <class T> T *managed(size_t count)
{
    T *memory = nullptr;
    cudaMallocManaged(&memory, count * sizeof(T));
    memset(memory, 0, count * sizeof(T));
    return memory;
}

int main()
{
    const int counts[COUNTS] = {0, 1, 31, 32, 33, 63, 64, -1};
    const double numbers[NUMBERS] = {0,       -0.5,         -1,           127.5,        300,          -300,
                                     65535.9, 70000,        -70000,       2147483520.0, 2147483648.0, -2147483648.0,
                                     -3e9,    4294967040.0, 4294967296.0, 5e9,          -1e19,        9.2e18,
                                     9.3e18,  1.8e19,       1.9e19,       INFINITY,     -INFINITY,    NAN};
    int *count = managed<int>(COUNTS), wrong[2] = {0, 0};
    double *number = managed<double>(NUMBERS);
    long long *shifted = managed<long long>(COUNTS * SHIFTS), *made = managed<long long>(NUMBERS * CASTS), want[CASTS];
    memcpy(count, counts, sizeof counts);
    memcpy(number, numbers, sizeof numbers);
    shift<<<1, COUNTS>>>(count, shifted);
    cast<<<1, NUMBERS>>>(number, made);
    cudaError_t error = cudaDeviceSynchronize();
    if (error)
        printf("%s\n", cudaGetErrorString(error));
    for (int i = 0; i < COUNTS; i++) {
        shift_expected(counts[i], want);
        for (int k = 0; k < SHIFTS; k++)
            wrong[0] += shifted[i * SHIFTS + k] != want[k];
    }
    for (int i = 0; i < NUMBERS; i++) {
        cast_expected((float)numbers[i], false, want);
        cast_expected(numbers[i], true, want + CASTS / 2);
        for (int k = 0; k < CASTS; k++)
            wrong[1] += made[i * CASTS + k] != want[k];
    }
    printf("shifts %d casts %d\n", wrong[0], wrong[1]);
}
