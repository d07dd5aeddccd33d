/* The two families, and the choice between them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "family.h"

/* Not <sleef.h>: it hides each family from compilations for the other. */
#define X(name, bound)                                                                                                 \
    float Sleef_finz_##name##f1_##bound##purecfma(float);                                                              \
    float Sleef_cinz_##name##f1_##bound##purec(float);                                                                 \
    double Sleef_finz_##name##d1_##bound##purecfma(double);                                                            \
    double Sleef_cinz_##name##d1_##bound##purec(double);
SLEEF_OF_1(X)
#undef X
#define X(name, bound)                                                                                                 \
    float Sleef_finz_##name##f1_##bound##purecfma(float, float);                                                       \
    float Sleef_cinz_##name##f1_##bound##purec(float, float);                                                          \
    double Sleef_finz_##name##d1_##bound##purecfma(double, double);                                                    \
    double Sleef_cinz_##name##d1_##bound##purec(double, double);
SLEEF_OF_2(X)
#undef X

#define X(name, bound) Sleef_finz_##name##f1_##bound##purecfma, Sleef_finz_##name##d1_##bound##purecfma,
static const struct emu_math_family with_fma = {"fma", SLEEF_OF_1(X) SLEEF_OF_2(X)};
#undef X
#define X(name, bound) Sleef_cinz_##name##f1_##bound##purec, Sleef_cinz_##name##d1_##bound##purec,
static const struct emu_math_family without_fma = {"nofma", SLEEF_OF_1(X) SLEEF_OF_2(X)};
#undef X

const struct emu_math_family *emu_math_family = &without_fma;

/* SLEEF's code with fused multiply-adds is compiled for AVX2 on x86; every aarch64 has them. */
static bool processor_has_fma(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_cpu_init();
    return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
#elif defined __aarch64__
    return true;
#else
    return false;
#endif
}

static bool is_set(const char *name, const char *value)
{
    const char *asked = getenv(name);
    return asked && strcmp(asked, value) == 0;
}

__attribute__((constructor)) static void choose(void)
{
    if (processor_has_fma() && !is_set("LANEWISE_MATH", "nofma") && !is_set("LANEWISE_CPU", "v2"))
        emu_math_family = &with_fma;
}

bool emu_math_fuses(void)
{
    return emu_math_family == &with_fma;
}

bool emu_math_environment(char *message, size_t size)
{
    const char *asked = getenv("LANEWISE_MATH");
    if (!asked || !*asked || strcmp(asked, emu_math_family->name) == 0)
        return true;
    if (strcmp(asked, "fma") == 0 && processor_has_fma())
        snprintf(message, size,
                 "LANEWISE_MATH is \"fma\", but a processor without fused multiply-adds was asked for "
                 "(LANEWISE_CPU, or LANEWISE_MATH set when the process had begun)");
    else if (strcmp(asked, "fma") == 0)
        snprintf(message, size, "LANEWISE_MATH is \"fma\", but this processor has no fused multiply-adds");
    else
        snprintf(message, size, "LANEWISE_MATH is \"%s\": it must be fma or nofma", asked);
    return false;
}
