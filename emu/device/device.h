/* What compiled kernels use of the emulator: the thread's coordinates, and the functions that they call.
 *
 * LW_CPU_FUSED: the copy of a kernel file that clang compiles for lanewise-fuse. LW_CPU_CHECKED: the copy whose
 * accesses are checked (check/).
 *
 * Kernels include only this header and rounding.h of emu, through backends/cpu/language/target.h. A change here breaks
 * compiled kernels, so it needs a new LW_DESCRIPTOR_VERSION. Every function is called by a kernel's thread.
 */
#ifndef EMU_DEVICE_H
#define EMU_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device_atomics.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)
/* In the checked copy, the symbol that is linked instead: a function that checks the access first. */
#ifdef LW_CPU_CHECKED
#define EMU_CHECKED_SYMBOL(name) __asm__("emu_checked_" #name)
#else
#define EMU_CHECKED_SYMBOL(name)
#endif
#ifdef LW_CPU_FUSED /* convergent: the compiler must not move a call to where fewer threads execute it */
#pragma clang attribute push(__attribute__((convergent)), apply_to = function)
#endif

/* A thread's coordinates; the first member of emu_thread. */
typedef struct emu_coordinates {
    unsigned x, y, z;
    unsigned rank; /* linear thread id: x + y * Dx + z * Dx * Dy */
} emu_coordinates;

/* Where the calling thread is; the emulator updates it at each switch of thread or block. A block of fibers stays on
 * its OS thread, so the compiler may keep this structure's address across a wait. */
typedef struct emu_place {
    const emu_coordinates *thread;
    char *shared;            /* the block's shared memory; LW_SHARED variables are at their offsets in it */
    unsigned dynamic_offset; /* of LW_DYNAMIC_SHARED, a multiple of its alignment */
    unsigned block[3];       /* blockIdx */
    unsigned block_dim[3];
    unsigned grid_dim[3];
    unsigned cluster_dim[3]; /* in blocks; ones if the launch has no clusters */
    int clustered;           /* the launch or the kernel specified clusters */
    int cooperative;         /* a cooperative grid: emu_grid_sync() may be called */
} emu_place;

/* Initial-exec: one load relative to the thread register, even in a shared library. */
extern __thread emu_place emu_here __attribute__((tls_model("initial-exec")));

/* The place of a wait in the source; static storage. */
typedef struct emu_site {
    const char *file;
    int line;
    const char *what; /* "__syncthreads" */
} emu_site;

/* ---- block barriers: every thread of the block calls; exited threads count as arrived ---- */
void emu_syncthreads(const emu_site *site);
int emu_syncthreads_count(int predicate, const emu_site *site);
int emu_syncthreads_and(int predicate, const emu_site *site);
int emu_syncthreads_or(int predicate, const emu_site *site);

/* ---- named barriers, 0 (the block's barrier above) to 15; `count`: threads, a multiple of 32 ---- */
void emu_barrier_sync(unsigned id, const emu_site *site); /* every thread of the block calls */
void emu_barrier_sync_count(unsigned id, unsigned count, const emu_site *site);
void emu_barrier_arrive(unsigned id, unsigned count, const emu_site *site); /* does not wait */

/* ---- tiles of 64, 128, 256 or 512 threads with consecutive ranks ---- */
void emu_tile_sync(unsigned size, const emu_site *site); /* every thread of the caller's tile calls */
void *emu_tile_slot(unsigned warp); /* 8 bytes for each warp of the block, for values between the warps of a tile */

/* ---- clusters and cooperative grids ---- */
/* Every thread of a cooperative grid calls; in any other grid it is a trap, as in CUDA. */
void emu_grid_sync(const emu_site *site);
/* Its two halves, with other work between; each has a barrier of the block. emu_grid_wait() takes the
 * token of emu_grid_arrive(). */
unsigned emu_grid_arrive(const emu_site *site);
void emu_grid_wait(unsigned token, const emu_site *site);
/* Every thread of the cluster calls arrive, then wait; threads that have ended count as arrived. */
void emu_cluster_arrive(const emu_site *site);
void emu_cluster_wait(const emu_site *site);
/* emu_map_shared_rank(): the address in the shared memory of the cluster's block `rank` (0 .. blocks - 1, x fastest)
 * that corresponds to `pointer` in the caller's. emu_query_shared_rank(): the rank of the block whose shared memory
 * holds the pointer; the caller's own for any other pointer, as in CUDA. */
void *emu_map_shared_rank(const void *pointer, unsigned rank, const emu_site *site);
unsigned emu_query_shared_rank(const void *pointer);

/* ---- warp collectives: every live lane of `mask` calls the same one with the same mask ---- */
void emu_syncwarp(unsigned mask, const emu_site *site);
int emu_all(unsigned mask, int predicate, const emu_site *site);
int emu_any(unsigned mask, int predicate, const emu_site *site);
int emu_uni(unsigned mask, int predicate, const emu_site *site);
unsigned emu_ballot(unsigned mask, int predicate, const emu_site *site);
/* By LANEWISE_ACTIVEMASK: only the caller, which is always legal, or all lanes that reach the call. Without the setting the
 * first returns the caller; the second, of .cu files, all: their programs are written for GPUs, where a warp's lanes run
 * together. No work-item loop has the second: its kernels run on fibers. */
unsigned emu_activemask(const emu_site *site);
unsigned emu_activemask_together(const emu_site *site);
unsigned emu_match_any(unsigned mask, uint64_t bits, const emu_site *site);
unsigned emu_match_all(unsigned mask, uint64_t bits, int *predicate, const emu_site *site);

typedef enum emu_shuffle { EMU_SHUFFLE_INDEX, EMU_SHUFFLE_UP, EMU_SHUFFLE_DOWN, EMU_SHUFFLE_XOR } emu_shuffle;
/* `bits`: the value, in the low bytes. */
uint64_t emu_shfl(emu_shuffle kind, unsigned mask, uint64_t bits, unsigned operand, int width, const emu_site *site);

typedef enum emu_reduction {
    EMU_REDUCE_ADD,
    EMU_REDUCE_MIN_U32,
    EMU_REDUCE_MAX_U32,
    EMU_REDUCE_MIN_I32,
    EMU_REDUCE_MAX_I32,
    EMU_REDUCE_AND,
    EMU_REDUCE_OR,
    EMU_REDUCE_XOR
} emu_reduction;
unsigned emu_reduce(emu_reduction operation, unsigned mask, unsigned value, const emu_site *site);

/* ---- atomics: relaxed read-modify-writes that return the old value. On shared memory, and in the scope `block`, they
 * are plain operations. A misaligned address, or one in local memory, ends the launch ---- */
#define EMU_ATOMIC(name, suffix, type, scope)                                                                          \
    type emu_atomic_##name##_##suffix(type *address, type value) EMU_CHECKED_SYMBOL(atomic_##name##_##suffix);
#define EMU_ATOMIC_COMPARE(name, suffix, type, scope)                                                                  \
    type emu_atomic_##name##_##suffix(type *address, type compare, type value)                                         \
        EMU_CHECKED_SYMBOL(atomic_##name##_##suffix);
EMU_ATOMICS(EMU_ATOMIC, EMU_ATOMIC, EMU_ATOMIC_COMPARE)
#undef EMU_ATOMIC
#undef EMU_ATOMIC_COMPARE
/* For an atomic made of smaller ones: ends the launch if `address` is no multiple of `size`. */
void emu_atomic_aligned(const void *address, size_t size);
/* `count` floats, 2 or 4, each one atomic; in global memory, aligned to their total size. */
void emu_atomic_add_f32_vector(float *address, const float *value, float *old, unsigned count)
    EMU_CHECKED_SYMBOL(atomic_add_f32_vector);
void emu_atomic_add_block_f32_vector(float *address, const float *value, float *old, unsigned count)
    EMU_CHECKED_SYMBOL(atomic_add_block_f32_vector);
/* 16 bytes, aligned to 16. */
void emu_atomic_exch_128(void *address, const void *value, void *old) EMU_CHECKED_SYMBOL(atomic_exch_128);
void emu_atomic_exch_block_128(void *address, const void *value, void *old) EMU_CHECKED_SYMBOL(atomic_exch_block_128);
void emu_atomic_cas_128(void *address, const void *compare, const void *value, void *old)
    EMU_CHECKED_SYMBOL(atomic_cas_128);
void emu_atomic_cas_block_128(void *address, const void *compare, const void *value, void *old)
    EMU_CHECKED_SYMBOL(atomic_cas_block_128);
/* Sequentially consistent; `size` is 1, 2, 4, 8 or 16 bytes, and `address` is aligned to it. The last returns whether
 * it stored; if not, *expected gets the old value. */
void emu_atomic_load(const void *address, void *value, size_t size) EMU_CHECKED_SYMBOL(atomic_load);
void emu_atomic_store(void *address, const void *value, size_t size) EMU_CHECKED_SYMBOL(atomic_store);
void emu_atomic_exchange(void *address, const void *value, void *old, size_t size) EMU_CHECKED_SYMBOL(atomic_exchange);
bool emu_atomic_compare_exchange(void *address, void *expected, const void *value, size_t size)
    EMU_CHECKED_SYMBOL(atomic_compare_exchange);

/* ---- fences and time; each counts towards letting other threads run ---- */
void emu_threadfence_block(void);
void emu_threadfence(void);
void emu_threadfence_system(void);
void emu_nanosleep(unsigned nanoseconds);
long long emu_clock64(void); /* nanoseconds of the monotonic clock */

/* ---- asynchronous copies: performed late and in any order; a read before the wait sees the old bytes ---- */
/* cp.async: copies `size` (4, 8 or 16) aligned bytes from global to the block's shared memory; the last
 * `zeros` become zeros. A commit ends a batch of the thread's copies. emu_copy_wait() waits for all
 * batches but the `prior` (at most 8) latest. */
void emu_copy_async(void *shared, const void *global, size_t size, size_t zeros, const emu_site *site);
void emu_copy_commit(void);
void emu_copy_wait(size_t prior);
/* The barrier expects one more arrival, which follows the thread's copies so far. */
void emu_copy_arrive_on(uint64_t *barrier, const emu_site *site);

/* cp.async.bulk: copies `size` bytes; size and addresses are multiples of 16. To shared memory from global memory, or
 * to the shared memory of the cluster's block `rank` from the caller's (`shared` and `barrier`: as the caller's block
 * has them); an mbarrier counts the bytes. To global memory from shared memory, in batches of the thread; `read`: waits
 * only until the sources have been read. */
void emu_bulk_to_shared(void *shared, const void *global, unsigned size, uint64_t *barrier, const emu_site *site);
void emu_bulk_to_block(void *shared, const void *source, unsigned size, uint64_t *barrier, unsigned rank,
                       const emu_site *site);
void emu_bulk_to_global(void *global, const void *shared, unsigned size, const emu_site *site);
void emu_bulk_commit(void);
void emu_bulk_wait(unsigned prior, bool read);

/* ---- mbarriers: 64 bits of shared memory; a token is the mbarrier's state before the arrival ---- */
void emu_mbarrier_init(uint64_t *barrier, unsigned count, const emu_site *site);
void emu_mbarrier_inval(uint64_t *barrier, const emu_site *site);
uint64_t emu_mbarrier_arrive(uint64_t *barrier, unsigned count, const emu_site *site);
uint64_t emu_mbarrier_arrive_drop(uint64_t *barrier, const emu_site *site);
void emu_mbarrier_expect(uint64_t *barrier, unsigned bytes, const emu_site *site);
uint64_t emu_mbarrier_arrive_expect(uint64_t *barrier, unsigned bytes, const emu_site *site);
/* On the corresponding mbarrier of the cluster's block `rank`. */
void emu_mbarrier_arrive_remote(uint64_t *barrier, unsigned rank, unsigned count, const emu_site *site);
void emu_mbarrier_arrive_expect_remote(uint64_t *barrier, unsigned rank, unsigned bytes, const emu_site *site);
/* Whether the phase is complete. `yields`: if it is not, lets other threads run and tests again. */
bool emu_mbarrier_test(uint64_t *barrier, uint64_t token, bool yields, const emu_site *site);
bool emu_mbarrier_test_parity(uint64_t *barrier, bool parity, bool yields, const emu_site *site);
void emu_mbarrier_wait(uint64_t *barrier, uint64_t token, const emu_site *site);
void emu_mbarrier_wait_parity(uint64_t *barrier, bool parity, const emu_site *site);
unsigned emu_mbarrier_pending_count(uint64_t token);

/* elect.sync: returns one lane of `mask`, the same to all of its lanes. */
unsigned emu_elect(unsigned mask, const emu_site *site);

/* ---- the device runtime ---- */
/* Adds the format and its `count` arguments to the FIFO, which the host prints. Returns the number of
 * arguments; -1 for a null format, or if the FIFO has no room for the record; -2 if there is no memory to
 * make it. On a host thread it calls vprintf(). */
int emu_printf(unsigned count, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The heap. Null if it has no room, or the alignment is no power of two. Freeing a pointer that is not
 * allocated is a fault. */
void *emu_malloc(size_t size);
void *emu_aligned_malloc(size_t size, size_t alignment);
void emu_free(void *pointer, const emu_site *site);

/* The memory space of an address, for the calling thread. */
typedef enum emu_space { EMU_SPACE_GLOBAL, EMU_SPACE_SHARED, EMU_SPACE_LOCAL, EMU_SPACE_CONSTANT } emu_space;
emu_space emu_space_of(const void *pointer);
bool emu_in_cluster_shared(const void *pointer); /* of any block of the cluster */
bool emu_in_arguments(const void *pointer);      /* of the launch; all of its threads have them at one address */

unsigned emu_multiprocessor(void); /* that the block runs on: a number below emu_multiprocessors() */
unsigned emu_multiprocessors(void);

/* For fused copies: members of emu_here. A fused block may continue on another OS thread after the grid's barrier, so
 * the compiler must not keep the address of emu_here. */
char *emu_shared_begin(void) __attribute__((const, nothrow));
const void *emu_arguments(void) __attribute__((const, nothrow)); /* of the launch, in one place for all threads */
unsigned emu_cooperative(void) __attribute__((const, nothrow));
unsigned long long emu_globaltimer(void);  /* nanoseconds since 1970 */
void emu_breakpoint(const emu_site *site); /* stops in a debugger; without one a fault */

/* ---- ends of the launch ---- */
__attribute__((noreturn)) void emu_trap(const emu_site *site);
__attribute__((noreturn)) void emu_assert_failed(const char *expression, const char *function, const emu_site *site);
/* A condition promised to the optimiser does not hold; the report has both texts. */
__attribute__((noreturn)) void emu_promise_broken(const char *what, const char *condition, const emu_site *site);
/* In fused copies: a shuffle's width is no power of two up to 32. */
__attribute__((noreturn)) void emu_fused_wrong_width(int width, const emu_site *site);
/* In fused copies: ends the launch if the arguments of emu_copy_async() are wrong. */
void emu_fused_check_copy(const void *shared, const void *global, size_t size, size_t zeros, const emu_site *site);

#ifdef LW_CPU_FUSED
#pragma clang attribute pop
#endif
#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#ifdef LW_CPU_FUSED
#include "device_fused.h"
#endif
#ifdef LW_CPU_CHECKED
#include "device_checked.h"
#endif

#endif
