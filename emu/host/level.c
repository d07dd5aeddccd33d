#include "level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of levels, LW_CPU_BASELINE first. */
#if defined __x86_64__
static const char *const names[] = {"v2", "v3", "v4"}, rule[] = "v2, v3 or v4";
#elif defined __aarch64__
static const char *const names[] = {"v8"}, rule[] = "v8";
#else
static const char *const names[] = {""}, rule[] = "unset on this processor";
#endif
enum { LEVELS = sizeof names / sizeof *names };

static bool machine_has(int level)
{
#if defined __x86_64__
    /* Older compilers do not know levels; no processor has only some of these features of a level. */
    __builtin_cpu_init();
    bool v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("ssse3");
    bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
              __builtin_cpu_supports("fma");
    bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
              __builtin_cpu_supports("avx512vl");
    return level == 0 ? v2 : level == 1 ? v3 : v4;
#elif defined __aarch64__
    return level == 0;
#else
    (void)level;
    return false;
#endif
}

/* Whether the level has fused multiply-adds. */
static bool has_fma(int level)
{
#if defined __x86_64__
    return level > 0;
#else
    return level == 0;
#endif
}

bool emu_level_read(bool fused_multiply_add, int *level, char *message, size_t size)
{
    const char *requested = getenv("LANEWISE_CPU");
    int best = LEVELS - 1;
    if (!requested || !*requested) {
        while (best >= 0 && (!machine_has(best) || has_fma(best) != fused_multiply_add))
            best--;
        *level = best;
        return true;
    }
    while (best >= 0 && strcmp(requested, names[best]) != 0)
        best--;
    *level = best;
    if (best < 0)
        snprintf(message, size, "LANEWISE_CPU is \"%s\": it must be %s", requested, rule);
    else if (!machine_has(best))
        snprintf(message, size, "LANEWISE_CPU is \"%s\", which this processor does not support", requested);
    else if (has_fma(best) != fused_multiply_add)
        snprintf(message, size,
                 "LANEWISE_CPU is \"%s\", but the mathematics of this process have %s fused multiply-adds"
                 " (LANEWISE_MATH, or LANEWISE_CPU set when it had begun)",
                 requested, fused_multiply_add ? "the" : "no");
    else
        return true;
    return false;
}

int emu_level_below(int level)
{
    return level > 0 && has_fma(level - 1) == has_fma(level) ? level - 1 : -1;
}
