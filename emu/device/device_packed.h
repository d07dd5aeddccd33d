/* printf() of kernels whose compiler packs the arguments: CUDA C++. Apart from device.h, as kernels in C do not use it. */
#ifndef EMU_DEVICE_PACKED_H
#define EMU_DEVICE_PACKED_H

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* As emu_printf(). `arguments`: a structure of the arguments after default promotions, each aligned to its size. Their
 * types are those that the format's conversions name. Null: no arguments. */
int emu_printf_packed(const char *format, const void *arguments);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
