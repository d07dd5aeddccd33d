/* The device runtime: printf, malloc, assert, time. */
#ifndef VOCABULARY_RUNTIME_H
#define VOCABULARY_RUNTIME_H

#include "vocabulary.h"
#include "../../device/device_packed.h"

/* clang packs printf()'s arguments as a structure. */
WORD int lw_cuda_vprintf(const char *format, const void *arguments)
{
    return emu_printf_packed(format, arguments);
}

WORD void *lw_cuda_malloc(size_t size)
{
    return emu_malloc(size);
}

PLACED(lw_cuda_free, "free", void, void *pointer, const emu_site *site)
{
    emu_free(pointer, site);
}

PLACED(lw_cuda___assert_fail, "assert", void, const char *expression, const char *file, unsigned line,
       const char *function, const emu_site *site)
{
    (void)file;
    (void)line;
    emu_assert_failed(expression, function, site);
}

PLACED(nvvm_trap, "__trap", void, const emu_site *site)
{
    emu_trap(site);
}

PLACED(nvvm_brkpt, "__brkpt", void, const emu_site *site)
{
    emu_breakpoint(site);
}

/* In tables of classes, in place of a virtual function without a body. */
WORD void lw_cuda___cxa_pure_virtual(void)
{
    emu_trap(LW_CPU_SITE("a pure virtual function"));
}

WORD void lw_cuda_nanosleep(unsigned nanoseconds)
{
    emu_nanosleep(nanoseconds);
}

WORD unsigned nvvm_fns(unsigned mask, unsigned base, int offset)
{
    return __fns(mask, base, offset);
}

WORD unsigned lw_cuda_funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return __funnelshift_l(low, high, shift);
}

WORD unsigned lw_cuda_funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return __funnelshift_lc(low, high, shift);
}

WORD unsigned lw_cuda_funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return __funnelshift_r(low, high, shift);
}

WORD unsigned lw_cuda_funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return __funnelshift_rc(low, high, shift);
}

WORD int lw_cuda_dp4a_i32(int a, int b, int c)
{
    return __dp4a(a, b, c);
}

WORD unsigned lw_cuda_dp4a_u32(unsigned a, unsigned b, unsigned c)
{
    return __dp4a(a, b, c);
}

WORD void lw_cuda_grid_dependency(void)
{
    cudaGridDependencySynchronize();
}

#endif
