/* The exponential is SLEEF's vector function, with the same bits as the emulator's. */
#include "hand.h"
#include "vector.h"

enum { LANES = 256 };

#if defined(__AVX512F__)
enum { STEP = 16 };
#define EXP Sleef_finz_expf16_u10avx512f
#elif defined(__AVX2__) && defined(__FMA__)
enum { STEP = 8 };
#define EXP Sleef_finz_expf8_u10avx2
#elif defined(__aarch64__)
enum { STEP = 4 };
#define EXP Sleef_finz_expf4_u10advsimd
#else
enum { STEP = 4 };
#define EXP Sleef_cinz_expf4_u10sse2
#endif

typedef float piece __attribute__((vector_size(STEP * 4)));
piece EXP(piece);

void hand_exp_saxpy(size_t first, size_t last, float a, const float *restrict x, float *restrict y)
{
    for (size_t block = first; block < last; block++)
        for (size_t i = block * LANES; i < (block + 1) * LANES; i += STEP) {
            piece power;
            memcpy(&power, x + i, sizeof power);
            power = EXP(power);
            float part[STEP];
            memcpy(part, &power, sizeof part);
#pragma omp simd
            for (size_t lane = 0; lane < STEP; lane++)
                y[i + lane] = fmaf(a, part[lane], y[i + lane]);
        }
}
