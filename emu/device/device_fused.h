/* Waits in the fused copy of a kernel: a few undefined functions whose calls lanewise-fuse replaces. The inline
 * functions here are built on them. device.h includes this only in that copy. */
#ifndef EMU_DEVICE_FUSED_H
#define EMU_DEVICE_FUSED_H

#include "fused_wait.h"
#include "collective.h"

#define EMU_FUSED_INLINE static inline __attribute__((always_inline, unused))

/* Barrier of the block. Returns the number of threads whose predicate is not 0, and of all (EMU_FUSED_RESULT()). */
__attribute__((convergent)) uint64_t lw_fused_barrier(unsigned predicate, const emu_site *site);
/* emu_collective(): the caller takes part with a value and an operand; returns its result. */
__attribute__((convergent)) uint64_t lw_fused_collective(unsigned operation, unsigned mask, uint64_t value,
                                                         unsigned operand, const emu_site *site);

/* Barrier of the cooperative grid. */
__attribute__((convergent)) void lw_fused_grid(const emu_site *site);
/* Barrier of the caller's tile. */
__attribute__((convergent)) void lw_fused_tile(unsigned size, const emu_site *site);
/* 8 bytes for each thread, for values between the threads of a tile. */
char *lw_fused_tile_slots(void) __attribute__((const));

EMU_FUSED_INLINE void lw_fused_syncthreads(const emu_site *site)
{
    lw_fused_barrier(0, site);
}

EMU_FUSED_INLINE int lw_fused_syncthreads_count(int predicate, const emu_site *site)
{
    return (int)EMU_FUSED_HOLDS(lw_fused_barrier(predicate != 0, site));
}

EMU_FUSED_INLINE int lw_fused_syncthreads_and(int predicate, const emu_site *site)
{
    uint64_t result = lw_fused_barrier(predicate != 0, site);
    return EMU_FUSED_HOLDS(result) == EMU_FUSED_ARRIVED(result);
}

EMU_FUSED_INLINE int lw_fused_syncthreads_or(int predicate, const emu_site *site)
{
    return EMU_FUSED_HOLDS(lw_fused_barrier(predicate != 0, site)) != 0;
}

EMU_FUSED_INLINE void lw_fused_syncwarp(unsigned mask, const emu_site *site)
{
    lw_fused_collective(EMU_COLLECTIVE_SYNC, mask, 0, 0, site);
}

EMU_FUSED_INLINE int lw_fused_all(unsigned mask, int predicate, const emu_site *site)
{
    return (int)lw_fused_collective(EMU_COLLECTIVE_ALL, mask, predicate != 0, 0, site);
}

EMU_FUSED_INLINE int lw_fused_any(unsigned mask, int predicate, const emu_site *site)
{
    return (int)lw_fused_collective(EMU_COLLECTIVE_ANY, mask, predicate != 0, 0, site);
}

EMU_FUSED_INLINE int lw_fused_uni(unsigned mask, int predicate, const emu_site *site)
{
    return (int)lw_fused_collective(EMU_COLLECTIVE_UNI, mask, predicate != 0, 0, site);
}

EMU_FUSED_INLINE unsigned lw_fused_ballot(unsigned mask, int predicate, const emu_site *site)
{
    return (unsigned)lw_fused_collective(EMU_COLLECTIVE_BALLOT, mask, predicate != 0, 0, site);
}

EMU_FUSED_INLINE unsigned lw_fused_elect(unsigned mask, const emu_site *site)
{
    return (unsigned)lw_fused_collective(EMU_COLLECTIVE_ELECT, mask, 0, 0, site);
}

EMU_FUSED_INLINE unsigned lw_fused_match_any(unsigned mask, uint64_t bits, const emu_site *site)
{
    return (unsigned)lw_fused_collective(EMU_COLLECTIVE_MATCH_ANY, mask, bits, 0, site);
}

EMU_FUSED_INLINE unsigned lw_fused_match_all(unsigned mask, uint64_t bits, int *predicate, const emu_site *site)
{
    unsigned matching = (unsigned)lw_fused_collective(EMU_COLLECTIVE_MATCH_ALL, mask, bits, 0, site);
    *predicate = matching != 0;
    return matching;
}

EMU_FUSED_INLINE uint64_t lw_fused_shfl(emu_shuffle kind, unsigned mask, uint64_t bits, unsigned operand, int width,
                                        const emu_site *site)
{
    if (width < 1 || width > 32 || width & (width - 1))
        emu_fused_wrong_width(width, site);
    return lw_fused_collective(EMU_COLLECTIVE_SHUFFLE + (unsigned)kind, mask, bits, EMU_SHUFFLE_OPERAND(operand, width),
                               site);
}

EMU_FUSED_INLINE unsigned lw_fused_reduce(emu_reduction operation, unsigned mask, unsigned value, const emu_site *site)
{
    return (unsigned)lw_fused_collective(EMU_COLLECTIVE_REDUCE + (unsigned)operation, mask, value, 0, site);
}

unsigned lw_fused_thread_x(void) __attribute__((const));
unsigned lw_fused_thread_y(void) __attribute__((const));
unsigned lw_fused_thread_z(void) __attribute__((const));
unsigned lw_fused_rank(void) __attribute__((const)); /* linear thread id */

/* Only the caller, as long as nothing else is set. Launches with LANEWISE_ACTIVEMASK=maximal run on fibers. */
EMU_FUSED_INLINE unsigned lw_fused_activemask(const emu_site *site)
{
    (void)site;
    return 1u << lw_fused_rank() % 32;
}

/* All lanes that come. With LANEWISE_ACTIVEMASK=self such kernels run on fibers. */
EMU_FUSED_INLINE unsigned lw_fused_activemask_together(const emu_site *site)
{
    return (unsigned)lw_fused_collective(EMU_COLLECTIVE_ACTIVE, ~0u, 1, 0, site);
}

/* Barrier 0 is the block's; the others stay calls, and their kernels run on fibers. */
EMU_FUSED_INLINE void lw_fused_barrier_sync(unsigned id, const emu_site *site)
{
    if (__builtin_constant_p(id) && id == 0)
        lw_fused_barrier(0, site);
    else
        emu_barrier_sync(id, site);
}

/* ---- asynchronous copies: performed at once, which is allowed at any time before the wait ---- */
typedef uint32_t lw_fused_word_4 __attribute__((may_alias));
typedef uint64_t lw_fused_word_8 __attribute__((may_alias));

/* Copies a word; its last `zeros` bytes become zeros. A word that becomes all zeros is not read. */
EMU_FUSED_INLINE void lw_fused_copy_4(void *shared, const void *global, size_t zeros)
{
    *(lw_fused_word_4 *)shared = zeros < 4 ? *(const lw_fused_word_4 *)global & (~0u >> 8 * zeros) : 0;
}

EMU_FUSED_INLINE void lw_fused_copy_8(void *shared, const void *global, size_t zeros)
{
    *(lw_fused_word_8 *)shared = zeros < 8 ? *(const lw_fused_word_8 *)global & (~0ull >> 8 * zeros) : 0;
}

EMU_FUSED_INLINE void lw_fused_copy_async(void *shared, const void *global, size_t size, size_t zeros,
                                          const emu_site *site)
{
    emu_fused_check_copy(shared, global, size, zeros, site); /* lanewise-fuse removes the checks that it can prove */
    if (size == 4) {
        lw_fused_copy_4(shared, global, zeros);
    } else {
        lw_fused_copy_8(shared, global, size == 16 ? (zeros > 8 ? zeros - 8 : 0) : zeros);
    }
    if (size == 16)
        lw_fused_copy_8((char *)shared + 8, (const char *)global + 8, zeros < 8 ? zeros : 8);
}

EMU_FUSED_INLINE void lw_fused_copy_commit(void) {}

EMU_FUSED_INLINE void lw_fused_copy_wait(size_t prior)
{
    (void)prior;
}

#define emu_syncthreads lw_fused_syncthreads
#define emu_syncthreads_count lw_fused_syncthreads_count
#define emu_syncthreads_and lw_fused_syncthreads_and
#define emu_syncthreads_or lw_fused_syncthreads_or
#define emu_syncwarp lw_fused_syncwarp
#define emu_all lw_fused_all
#define emu_any lw_fused_any
#define emu_uni lw_fused_uni
#define emu_ballot lw_fused_ballot
#define emu_elect lw_fused_elect
#define emu_match_any lw_fused_match_any
#define emu_match_all lw_fused_match_all
#define emu_shfl lw_fused_shfl
#define emu_reduce lw_fused_reduce
#define emu_activemask lw_fused_activemask
#define emu_activemask_together lw_fused_activemask_together
#define emu_barrier_sync lw_fused_barrier_sync
#define emu_tile_sync lw_fused_tile
#define emu_grid_sync lw_fused_grid
#define emu_copy_async lw_fused_copy_async
#define emu_copy_commit lw_fused_copy_commit
#define emu_copy_wait lw_fused_copy_wait

#undef EMU_FUSED_INLINE

#endif
