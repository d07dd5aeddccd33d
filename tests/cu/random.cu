// Random numbers in kernels. With REFERENCE it is compiled for the host, with the header of NVIDIA's toolkit: the numbers that it prints
// with an argument must be the same.
// > first numbers: 624778773 546353992 3379073520
// > known answer: 0 wrong
// > skips: 0 wrong
// > sequences: 0 wrong
// > starts: 0 wrong
// > both of a pair: 0 wrong
// > uniform, normal, log-normal: 0 wrong
// > Poisson: 0 wrong
#include <cmath>
#include <cstdio>
#include <cstring>
#ifdef REFERENCE
#define QUALIFIERS static inline
#include <cuda_runtime.h>
#define CODE static
#else
#define CODE static __device__
#endif
#include <curand_kernel.h>

enum { NUMBERS = 600 };

// ---- what is compared with NVIDIA's header ----
template <class State> CODE double *draw(double *out)
{
    const unsigned long long starts[][3] = {
        {0, 0, 0}, {1234, 0, 0}, {99, 1, 0}, {99, 1000003, 7}, {0x123456789abcdefull, 3, 1ull << 40}};
    for (int i = 0; i < 5; i++) {
        State state;
        curand_init(starts[i][0], starts[i][1], starts[i][2], &state);
        for (int k = 0; k < 6; k++)
            *out++ = curand(&state);
        skipahead(1000, &state);
        *out++ = curand_uniform(&state);
        *out++ = curand_uniform_double(&state);
        *out++ = curand_normal(&state);
        *out++ = curand_normal(&state);
        *out++ = curand_normal(&state);
        *out++ = curand_log_normal(&state, 1.0f, 0.5f);
        *out++ = curand_normal_double(&state);
        *out++ = curand_normal2_double(&state).y;
        *out++ = curand_normal2(&state).y;
        *out++ = curand_log_normal_double(&state, 1.0, 0.5);
        *out++ = curand_log_normal2(&state, 0.0f, 1.0f).x;
        skipahead_sequence(5, &state);
        *out++ = curand(&state);
        *out++ = curand_poisson(&state, 10.0);
        *out++ = curand_poisson(&state, 5000.0);
    }
    return out;
}

CODE void all_numbers(double *out)
{
    out = draw<curandState>(out);
    out = draw<curandStatePhilox4_32_10_t>(out);
    out = draw<curandStateMRG32k3a_t>(out);
    curandStatePhilox4_32_10_t state;
    for (int place = 0; place < 4; place++) {
        curand_init(5, 6, place, &state);
        uint4 bits = curand4(&state);
        float4 uniform = curand_uniform4(&state), normal = curand_normal4(&state),
               other = curand_log_normal4(&state, 0.0f, 1.0f);
        double2 two = curand_uniform2_double(&state);
        uint4 counts = curand_poisson4(&state, 4.0), many = curand_poisson4(&state, 1e6);
        const double these[] = {double(bits.x),   double(bits.w),   uniform.x,      uniform.w,     normal.x,
                                normal.w,         other.y,          other.z,        two.x,         two.y,
                                double(counts.x), double(counts.w), double(many.x), double(many.w)};
        for (double one : these)
            *out++ = one;
    }
}

#ifndef REFERENCE
__global__ void fill(double *out)
{
    all_numbers(out);
}

// ---- what holds by itself ----
template <class State> CODE bool equal(State a, State b)
{
    bool same = true;
    for (int i = 0; i < 5; i++)
        same = same && curand(&a) == curand(&b);
    return same;
}

template <class State> CODE int wrong_skips()
{
    int wrong = 0;
    State stepped, start;
    curand_init(42, 7, 3, &start);
    stepped = start;
    for (int n = 0; n <= 700; n++) {
        State skipped = start;
        skipahead(n, &skipped);
        wrong += !equal(skipped, stepped);
        curand(&stepped);
    }
    for (int k = 0; k < 63; k++) {
        State twice = start, once = start;
        skipahead(1ull << k, &twice);
        skipahead(1ull << k, &twice);
        skipahead(2ull << k, &once);
        wrong += !equal(twice, once);
    }
    return wrong;
}

template <class State> CODE int wrong_starts()
{
    int wrong = 0;
    for (unsigned long long i = 0; i < 40; i++) {
        State a, b;
        curand_init(i / 2, i * i, i * 12345, &a);
        curand_init(i / 2, i * i, 0, &b);
        skipahead(i * 12345, &b);
        wrong += !equal(a, b);
    }
    return wrong;
}

__global__ void check(int *wrong)
{
    curandStatePhilox4_32_10_t philox;
    curand_init(0, 0, 0, &philox); // the known answer of the paper's own library
    uint4 bits = curand4(&philox);
    wrong[0] = (bits.x != 0x6627e8d5) + (bits.y != 0xe169c58d) + (bits.z != 0xbc57ac4c) + (bits.w != 0x9b00dbd8);
    wrong[1] =
        wrong_skips<curandState>() + wrong_skips<curandStatePhilox4_32_10_t>() + wrong_skips<curandStateMRG32k3a_t>();

    curandState xorwow, xorwow_far;
    curand_init(42, 7, 3, &xorwow);
    xorwow_far = xorwow;
    skipahead_sequence(1, &xorwow_far);
    for (int i = 0; i < 16; i++) // of 2^63
        skipahead(1ull << 63, &xorwow);
    wrong[2] = !equal(xorwow, xorwow_far);
    curandStatePhilox4_32_10_t philox_far = philox;
    skipahead_sequence(1, &philox_far);
    for (int i = 0; i < 8; i++)
        skipahead(1ull << 63, &philox);
    wrong[2] += !equal(philox, philox_far);
    curandStateMRG32k3a_t mrg, mrg_far;
    curand_init(42, 7, 3, &mrg);
    mrg_far = mrg;
    skipahead_subsequence(1, &mrg_far);
    for (int i = 0; i < 1 << 13; i++)
        skipahead(1ull << 63, &mrg);
    wrong[2] += !equal(mrg, mrg_far);
    for (int i = 0; i < 2; i++) // of 2^50: NVIDIA's generator gives zeros from 2^51 on
        skipahead_subsequence(1ull << 50, &mrg);
    skipahead_sequence(1, &mrg_far);
    wrong[2] += !equal(mrg, mrg_far);
    for (int k = 0; k < 63; k++) {
        curandState twice = xorwow, once = xorwow;
        skipahead_sequence(1ull << k, &twice);
        skipahead_sequence(1ull << k, &twice);
        skipahead_sequence(2ull << k, &once);
        wrong[2] += !equal(twice, once);
    }
    wrong[3] = wrong_starts<curandState>() + wrong_starts<curandStatePhilox4_32_10_t>() +
               wrong_starts<curandStateMRG32k3a_t>();

    curandState pairs = xorwow, singles = xorwow;
    float2 pair = curand_normal2(&pairs);
    wrong[4] = (curand_normal(&singles) != pair.x) + (curand_normal(&singles) != pair.y);
    double2 doubles = curand_normal2_double(&pairs);
    wrong[4] += (curand_normal_double(&singles) != doubles.x) + (curand_normal_double(&singles) != doubles.y);
    pair = curand_normal2(&pairs);
    wrong[4] += curand_normal(&singles) != pair.x; // what is left of it is no log-normal number
    pair = curand_log_normal2(&pairs, 1.0f, 2.0f);
    wrong[4] +=
        (curand_log_normal(&singles, 1.0f, 2.0f) != pair.x) + (curand_log_normal(&singles, 1.0f, 2.0f) != pair.y);
}

// A thread's numbers of its own sequence, kind by kind.
enum { KINDS = 6, THREADS = 256, EACH = 256 };
__global__ void sample(double *out)
{
    curandState state;
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(2024, thread, 0, &state);
    for (int i = thread; i < THREADS * EACH; i += THREADS) {
        out[i] = curand_uniform(&state);
        out[THREADS * EACH + i] = curand_normal(&state);
        out[2 * THREADS * EACH + i] = log(curand_log_normal_double(&state, 3.0, 0.5));
        out[3 * THREADS * EACH + i] = curand_poisson(&state, 5.5);
        out[4 * THREADS * EACH + i] = curand_poisson(&state, 70.25);
        out[5 * THREADS * EACH + i] = curand_poisson(&state, 4100.0);
    }
}

// How many of the means and variances are further than five standard errors away.
static void samples(int *wrong, double *numbers)
{
    const double mean[KINDS] = {0.5, 0, 3, 5.5, 70.25, 4100}, variance[KINDS] = {1.0 / 12, 1, 0.25, 5.5, 70.25, 4100};
    for (int kind = 0; kind < KINDS; kind++) {
        const double *these = numbers + kind * THREADS * EACH;
        const int n = THREADS * EACH;
        double sum = 0, squares = 0;
        for (int i = 0; i < n; i++)
            sum += these[i];
        for (int i = 0; i < n; i++)
            squares += (these[i] - mean[kind]) * (these[i] - mean[kind]);
        wrong[kind > 2] += !(std::fabs(sum / n - mean[kind]) < 5 * std::sqrt(variance[kind] / n));
        wrong[kind > 2] += !(std::fabs(squares / n - variance[kind]) < 5 * variance[kind] * std::sqrt(2.0 / n));
    }
    // Of the mean 70.25 each count from 51 to 89, and those below and above, as Pearson's sum of squares.
    enum { LOW = 50, HIGH = 90 };
    double seen[HIGH + 1] = {0}, expected[HIGH + 1] = {0}, sum = 0;
    for (int i = 0; i < THREADS * EACH; i++)
        seen[int(std::fmin(std::fmax(numbers[4 * THREADS * EACH + i], LOW), HIGH))]++;
    for (int k = 0; k < 300; k++)
        expected[k < LOW    ? LOW
                 : k > HIGH ? HIGH
                            : k] += THREADS * EACH * std::exp(k * std::log(mean[4]) - mean[4] - std::lgamma(k + 1.0));
    for (int k = LOW; k <= HIGH; k++)
        sum += (seen[k] - expected[k]) * (seen[k] - expected[k]) / expected[k];
    wrong[1] += !(sum < HIGH - LOW + 5 * std::sqrt(2.0 * (HIGH - LOW)));
}
#endif

int main(int count, char **)
{
    double *numbers;
#ifdef REFERENCE
    static double here[NUMBERS];
    all_numbers(numbers = here);
#else
    int *wrong;
    cudaMallocManaged(&numbers, KINDS * THREADS * EACH * sizeof *numbers);
    cudaMallocManaged(&wrong, 7 * sizeof *wrong);
    memset(numbers, 0, NUMBERS * sizeof *numbers);
    memset(wrong, 0, 7 * sizeof *wrong);
    fill<<<1, 1>>>(numbers);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
#endif
    if (count > 1) {
        for (int i = 0; i < NUMBERS; i++)
            printf(numbers[i] == std::floor(numbers[i]) ? "%.0f\n" : "%.4g\n", numbers[i]);
        return 0;
    }
#ifndef REFERENCE
    printf("first numbers: %.0f %.0f %.0f\n", numbers[20], numbers[120], numbers[220]);
    check<<<1, 1>>>(wrong);
    cudaDeviceSynchronize();
    sample<<<2, THREADS / 2>>>(numbers);
    cudaDeviceSynchronize();
    samples(wrong + 5, numbers);
    const char *names[] = {
        "known answer", "skips", "sequences", "starts", "both of a pair", "uniform, normal, log-normal", "Poisson"};
    for (int i = 0; i < 7; i++)
        printf("%s: %d wrong\n", names[i], wrong[i]);
#endif
    return 0;
}
