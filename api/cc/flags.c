#include "flags.h"

#include <stddef.h>
#include <string.h>

#include "words.h"

#define FLOATS "floating-point results must be the same on every target"

#define COVERAGE "write --coverage, which counts in one copy and writes the files beside the object"

/* The first entry that matches counts, so a refused flag comes before a prefix that matches it, too. */
static const cc_flag flags[] = {
    {"-ffast-math", CC_ALONE, 0, FLOATS},
    {"-funsafe-math-optimizations", CC_ALONE, 0, FLOATS},
    {"-fassociative-math", CC_ALONE, 0, FLOATS},
    {"-freciprocal-math", CC_ALONE, 0, FLOATS},
    {"-ffinite-math-only", CC_ALONE, 0, FLOATS},
    {"-fno-signed-zeros", CC_ALONE, 0, FLOATS},
    {"-fsingle-precision-constant", CC_ALONE, 0, FLOATS},
    {"-mrecip", CC_PREFIX, 0, FLOATS},
    {"-Ofast", CC_ALONE, 0, "it means -ffast-math, and " FLOATS},
    {"-use_fast_math", CC_ALONE, 0, FLOATS},
    {"--use_fast_math", CC_ALONE, 0, FLOATS},
    {"-std=c++", CC_PREFIX, 0, "a kernel file is C (its CUDA copy is always compiled as C++17)"},
    {"-std=gnu++", CC_PREFIX, 0, "a kernel file is C (its CUDA copy is always compiled as C++17)"},
    {"-fprofile-arcs", CC_ALONE, 0, COVERAGE},
    {"-ftest-coverage", CC_ALONE, 0, COVERAGE},
    {"-MG", CC_ALONE, 0, "both copies of a kernel file are compiled, so every header must be there"},
    {"-arch", CC_PREFIX, 0, "GPUs are chosen by --cuda-arch=LIST"},
    {"-gencode", CC_PREFIX, 0, "GPUs are chosen by --cuda-arch=LIST"},

    {"-I", CC_EITHER, CC_HOST | CC_DEVICE | CC_LANGUAGE, NULL},
    {"-isystem", CC_EITHER, CC_HOST | CC_DEVICE | CC_LANGUAGE, NULL},
    {"-include", CC_EITHER, CC_HOST | CC_DEVICE | CC_LANGUAGE, NULL},
    {"-iquote", CC_EITHER, CC_HOST | CC_XCOMPILER | CC_LANGUAGE, NULL},
    {"-idirafter", CC_EITHER, CC_HOST | CC_XCOMPILER | CC_LANGUAGE, NULL},
    {"-imacros", CC_EITHER, CC_HOST | CC_XCOMPILER | CC_LANGUAGE, NULL},
    {"-w", CC_ALONE, CC_DEVICE, NULL},
    {"-O", CC_PREFIX, CC_HOST | CC_LINKER, NULL},
    {"-std=", CC_PREFIX, CC_HOST | CC_LANGUAGE, NULL},
    {"-ansi", CC_ALONE, CC_HOST | CC_LANGUAGE, NULL},
    {"-pedantic", CC_PREFIX, CC_HOST, NULL},
    {"-Wl,", CC_PREFIX, CC_LINKER, NULL},
    {"-W", CC_PREFIX, CC_HOST, NULL},
    {"-ggdb", CC_PREFIX, CC_HOST | CC_LINKER | CC_LANGUAGE | CC_CODE, NULL},
    {"-gno-", CC_PREFIX, CC_HOST | CC_LINKER, NULL},
    {"-gz", CC_PREFIX, CC_HOST | CC_LINKER, NULL},
    {"-g", CC_PREFIX, CC_HOST | CC_LINKER | CC_LANGUAGE | CC_CODE, NULL},
    {"-fPIC", CC_ALONE, CC_HOST | CC_LINKER | CC_LANGUAGE | CC_CODE, NULL},
    {"-fpic", CC_ALONE, CC_HOST | CC_LINKER | CC_LANGUAGE | CC_CODE, NULL},
    {"-fPIE", CC_ALONE, CC_HOST | CC_LINKER | CC_LANGUAGE | CC_CODE, NULL},
    {"-fpie", CC_ALONE, CC_HOST | CC_LINKER | CC_LANGUAGE | CC_CODE, NULL},
    {"-fno-PIC", CC_ALONE, CC_HOST | CC_LINKER | CC_LANGUAGE | CC_CODE, NULL},
    {"-fno-pic", CC_ALONE, CC_HOST | CC_LINKER | CC_LANGUAGE | CC_CODE, NULL},
    {"-fno-PIE", CC_ALONE, CC_HOST | CC_LINKER | CC_LANGUAGE | CC_CODE, NULL},
    {"-fno-pie", CC_ALONE, CC_HOST | CC_LINKER | CC_LANGUAGE | CC_CODE, NULL},
    {"-fsigned-", CC_PREFIX, CC_HOST | CC_LANGUAGE, NULL},
    {"-funsigned-", CC_PREFIX, CC_HOST | CC_LANGUAGE, NULL},
    {"-fshort-", CC_PREFIX, CC_HOST | CC_LANGUAGE, NULL},
    {"-fpack-struct", CC_PREFIX, CC_HOST | CC_LANGUAGE, NULL},
    {"-fms-extensions", CC_ALONE, CC_HOST | CC_LANGUAGE, NULL},
    {"-fgnu89-inline", CC_ALONE, CC_HOST | CC_LANGUAGE, NULL},
    {"-fno-builtin", CC_PREFIX, CC_HOST | CC_LANGUAGE, NULL},
    {"-ffreestanding", CC_ALONE, CC_HOST | CC_LANGUAGE, NULL},
    {"-fdebug-prefix-map=", CC_PREFIX, CC_HOST | CC_LANGUAGE, NULL},
    {"-fmacro-prefix-map=", CC_PREFIX, CC_HOST | CC_LANGUAGE, NULL},
    {"-ffile-prefix-map=", CC_PREFIX, CC_HOST | CC_LANGUAGE, NULL},
    {"-f", CC_PREFIX, CC_HOST | CC_LINKER, NULL}, /* other flags concern gcc's optimiser */
    {"-m32", CC_ALONE, CC_HOST | CC_LINKER | CC_MACHINE, NULL},
    {"-mx32", CC_ALONE, CC_HOST | CC_LINKER | CC_MACHINE, NULL},
    {"-mlong-double-", CC_PREFIX, CC_HOST | CC_LANGUAGE, NULL},
    {"-malign-double", CC_ALONE, CC_HOST | CC_LANGUAGE, NULL},
    {"-m", CC_PREFIX, CC_HOST | CC_LINKER, NULL},
    {"-pthread", CC_ALONE, CC_HOST | CC_LINKER | CC_LANGUAGE, NULL},
    {"-pipe", CC_ALONE, CC_HOST, NULL},
    {"-pg", CC_ALONE, CC_HOST | CC_LINKER, NULL},
    {"--param", CC_EITHER, CC_HOST, NULL},
    {"-Xassembler", CC_SEPARATE, CC_HOST, NULL},
    {"-Xpreprocessor", CC_SEPARATE, CC_HOST | CC_LANGUAGE, NULL},
    {"-Xclang", CC_SEPARATE, CC_HOST, NULL},
    {"-target", CC_SEPARATE, CC_HOST | CC_LINKER | CC_MACHINE, NULL},
    {"--target=", CC_PREFIX, CC_HOST | CC_LINKER | CC_MACHINE, NULL},
    {"--sysroot", CC_EITHER, CC_HOST | CC_LINKER | CC_LANGUAGE, NULL},
    {"-isysroot", CC_SEPARATE, CC_HOST | CC_LINKER | CC_LANGUAGE, NULL},
    {"-B", CC_EITHER, CC_HOST | CC_LINKER, NULL},
    {"-undef", CC_ALONE, CC_HOST | CC_LANGUAGE, NULL},
    {"-nostdinc", CC_ALONE, CC_HOST | CC_LANGUAGE, NULL},
    {"-P", CC_ALONE, CC_HOST, NULL},
    {"-C", CC_ALONE, CC_HOST, NULL},
    {"-dM", CC_ALONE, CC_HOST, NULL},
    {"-dD", CC_ALONE, CC_HOST, NULL},

    {"-L", CC_EITHER, CC_LINKER, NULL},
    {"-l", CC_EITHER, CC_LINKER, NULL},
    {"-Xlinker", CC_SEPARATE, CC_LINKER, NULL},
    {"-T", CC_SEPARATE, CC_LINKER, NULL},
    {"-u", CC_SEPARATE, CC_LINKER, NULL},
    {"-z", CC_SEPARATE, CC_LINKER, NULL},
    {"-e", CC_SEPARATE, CC_LINKER, NULL},
    {"-s", CC_ALONE, CC_LINKER, NULL},
    {"-r", CC_ALONE, CC_LINKER, NULL},
    {"-shared", CC_ALONE, CC_LINKER, NULL},
    {"-shared-libgcc", CC_ALONE, CC_LINKER, NULL},
    {"-static", CC_PREFIX, CC_LINKER, NULL},
    {"-pie", CC_ALONE, CC_LINKER, NULL},
    {"-no-pie", CC_ALONE, CC_LINKER, NULL},
    {"-rdynamic", CC_ALONE, CC_LINKER, NULL},
    {"-nostdlib", CC_ALONE, CC_LINKER, NULL},
    {"-nostartfiles", CC_ALONE, CC_LINKER, NULL},
    {"-nodefaultlibs", CC_ALONE, CC_LINKER, NULL},
};

static bool fits(const cc_flag *flag, const char *word)
{
    switch (flag->shape) {
    case CC_ALONE:
    case CC_SEPARATE: return strcmp(word, flag->name) == 0;
    case CC_PREFIX:
    case CC_EITHER: return cc_starts_with(word, flag->name);
    }
    return false;
}

const cc_flag *cc_find_flag(const char *word)
{
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (fits(&flags[i], word))
            return &flags[i];
    return NULL;
}
