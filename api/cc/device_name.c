#include "device_name.h"

#include <stddef.h>
#include <string.h>

#include "words.h"

static bool is_listed(const char *const *list, size_t count, const char *name, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i]) == length && strncmp(list[i], name, length) == 0)
            return true;
    return false;
}

bool cc_is_device_name(const char *name)
{
    static const char *const prefixes[] = {"emu_", "lw_", "__", "Sleef_", "_Unwind_", "mcount", "_mcount"};
    static const char *const foreign[] = {"__isoc", "__errno_location"};
    static const char *const plain[] = {"memcpy",  "memset", "memmove", "memcmp", "malloc", "free", "printf",
                                        "vprintf", "abort",  "clock",   "abs",    "labs",   "llabs"};
    /* With and without an f at the end. */
    static const char *const mathematics[] = {
        "acos",  "acosh",   "asin",   "asinh",  "atan",      "atan2",     "atanh", "cbrt",      "ceil",   "copysign",
        "cos",   "cosh",    "erf",    "erfc",   "exp",       "exp10",     "exp2",  "expm1",     "fabs",   "fdim",
        "floor", "fma",     "fmax",   "fmin",   "fmod",      "frexp",     "hypot", "ilogb",     "j0",     "j1",
        "jn",    "ldexp",   "lgamma", "llrint", "llround",   "log",       "log10", "log1p",     "log2",   "logb",
        "lrint", "lround",  "modf",   "nan",    "nearbyint", "nextafter", "pow",   "remainder", "remquo", "rint",
        "round", "scalbln", "scalbn", "sin",    "sincos",    "sinh",      "sqrt",  "tan",       "tanh",   "tgamma",
        "trunc", "y0",      "y1",     "yn"};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (cc_starts_with(name, foreign[i]))
            return false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (cc_starts_with(name, prefixes[i]))
            return true;
    size_t count = sizeof mathematics / sizeof *mathematics;
    return is_listed(plain, sizeof plain / sizeof *plain, name, length) ||
           is_listed(mathematics, count, name, length) ||
           (length && name[length - 1] == 'f' && is_listed(mathematics, count, name, length - 1));
}
