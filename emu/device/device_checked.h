/* The thread's coordinates in the checked copy of a kernel. They are calls, because loads of emu_here would be checked
 * like the kernel's own loads. device.h includes this only in that copy. */
#ifndef EMU_DEVICE_CHECKED_H
#define EMU_DEVICE_CHECKED_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define EMU_CHECKED_PLACE(name) __attribute__((const, nothrow)) unsigned emu_checked_##name(void);
#define EMU_CHECKED_PLACES(name) EMU_CHECKED_PLACE(name##_x) EMU_CHECKED_PLACE(name##_y) EMU_CHECKED_PLACE(name##_z)
EMU_CHECKED_PLACE(rank)
EMU_CHECKED_PLACES(thread)
EMU_CHECKED_PLACES(block)
EMU_CHECKED_PLACES(block_dim)
EMU_CHECKED_PLACES(grid_dim)
EMU_CHECKED_PLACES(cluster_dim)
EMU_CHECKED_PLACE(clustered)
EMU_CHECKED_PLACE(cooperative)
#undef EMU_CHECKED_PLACES
#undef EMU_CHECKED_PLACE

struct lw_shared_variable;
__attribute__((const, nothrow)) char *emu_checked_shared(const struct lw_shared_variable *variable);
__attribute__((const, nothrow)) char *emu_checked_shared_begin(void);
__attribute__((const, nothrow)) char *emu_checked_dynamic_shared(void);
/* The C library's functions, whose accesses are checked. */
void *emu_checked_memcpy(void *to, const void *from, size_t size);
void *emu_checked_memmove(void *to, const void *from, size_t size);
void *emu_checked_memset(void *to, int value, size_t size);
int emu_checked_memcmp(const void *one, const void *other, size_t size);
/* Before a load through __ldg(): no thread may write to the address while the kernel runs. */
void emu_checked_ldg(const void *pointer, size_t size);
/* The order and scope of the thread's next atomic, in CUDA's enumerations; `failure`: of a compare-and-swap that fails. */
void emu_checked_next_atomic(int order, int failure, int scope);
/* cudaGridDependencySynchronize(): the thread comes after the grid ahead of its own. */
void emu_checked_wait_ahead(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
