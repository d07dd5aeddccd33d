/* What compiled kernel code sees of the emulator: where the lane is, and the operations that make it wait.
 *
 * The only header of emu that kernels include (through backends/cpu/target.h). A change here breaks kernel objects: it
 * goes with LW_DESCRIPTOR_VERSION. Every function is called by a lane, on its fiber.
 */
#ifndef EMU_DEVICE_H
#define EMU_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A lane's coordinates; the first member of the emulator's own lane structure. */
typedef struct emu_coordinates {
    unsigned x, y, z;
    unsigned rank; /* x + y * Dx + z * Dx * Dy */
} emu_coordinates;

/* Where the calling thread is, kept current by the emulator at every switch of lane or block. A block never leaves its
 * thread, so the compiler may keep this structure's address across a wait. */
typedef struct emu_place {
    const emu_coordinates *thread;
    char *shared;            /* the block's shared memory; LW_SHARED variables at their offsets */
    unsigned dynamic_offset; /* of LW_DYNAMIC_SHARED, a multiple of 16 */
    unsigned block[3];       /* blockIdx */
    unsigned block_dim[3];
    unsigned grid_dim[3];
    unsigned cluster_dim[3]; /* blocks of a cluster; ones where the launch has none */
    int cooperative;         /* every block of the grid is resident: emu_grid_sync() may be called */
} emu_place;

/* Initial-exec: one load from the thread register, also from within a shared library. */
extern __thread emu_place emu_here __attribute__((tls_model("initial-exec")));

/* Where a wait stands in the source; static storage. */
typedef struct emu_site {
    const char *file;
    int line;
    const char *what; /* "__syncthreads" */
} emu_site;

/* ---- block barriers: every lane of the block calls; exited lanes count as arrived ---- */
void emu_syncthreads(const emu_site *site);
int emu_syncthreads_count(int predicate, const emu_site *site);
int emu_syncthreads_and(int predicate, const emu_site *site);
int emu_syncthreads_or(int predicate, const emu_site *site);

/* ---- clusters and cooperative grids ---- */
/* Every lane of a cooperative grid calls; in any other grid it is a trap, as in CUDA. */
void emu_grid_sync(const emu_site *site);
/* Every lane of the cluster calls one, then the other; lanes that have ended count as arrived. */
void emu_cluster_arrive(const emu_site *site);
void emu_cluster_wait(const emu_site *site);
/* The address in the shared memory of the cluster's block `rank` (0 .. blocks - 1, x fastest) that corresponds to the
 * caller's own `pointer`; and the rank of the block whose shared memory holds the pointer (the caller's own for any
 * other pointer, as in CUDA). */
void *emu_map_shared_rank(const void *pointer, unsigned rank, const emu_site *site);
unsigned emu_query_shared_rank(const void *pointer);

/* ---- warp collectives: every non-exited lane of `mask` calls the same one with the same mask ---- */
void emu_syncwarp(unsigned mask, const emu_site *site);
int emu_all(unsigned mask, int predicate, const emu_site *site);
int emu_any(unsigned mask, int predicate, const emu_site *site);
unsigned emu_ballot(unsigned mask, int predicate, const emu_site *site);
unsigned emu_activemask(void); /* the caller alone: always legal */
unsigned emu_match_any(unsigned mask, uint64_t bits, const emu_site *site);
unsigned emu_match_all(unsigned mask, uint64_t bits, int *predicate, const emu_site *site);

typedef enum emu_shuffle { EMU_SHUFFLE_INDEX, EMU_SHUFFLE_UP, EMU_SHUFFLE_DOWN, EMU_SHUFFLE_XOR } emu_shuffle;
/* The value's bytes in the low end of `bits`. */
uint64_t emu_shfl(emu_shuffle kind, unsigned mask, uint64_t bits, unsigned operand, int width, const emu_site *site);

typedef enum emu_reduction {
    EMU_REDUCE_ADD, EMU_REDUCE_MIN_U32, EMU_REDUCE_MAX_U32, EMU_REDUCE_MIN_I32, EMU_REDUCE_MAX_I32,
    EMU_REDUCE_AND, EMU_REDUCE_OR, EMU_REDUCE_XOR
} emu_reduction;
unsigned emu_reduce(emu_reduction operation, unsigned mask, unsigned value, const emu_site *site);

/* ---- atomics: relaxed read-modify-writes that return the old value; plain operations on shared memory ---- */
#define EMU_ATOMIC_INTEGER(suffix, type)                                                                               \
    type emu_atomic_add_##suffix(type *address, type value);                                                           \
    type emu_atomic_exch_##suffix(type *address, type value);                                                          \
    type emu_atomic_min_##suffix(type *address, type value);                                                           \
    type emu_atomic_max_##suffix(type *address, type value);                                                           \
    type emu_atomic_and_##suffix(type *address, type value);                                                           \
    type emu_atomic_or_##suffix(type *address, type value);                                                            \
    type emu_atomic_xor_##suffix(type *address, type value);                                                           \
    type emu_atomic_cas_##suffix(type *address, type compare, type value);
EMU_ATOMIC_INTEGER(i32, int)
EMU_ATOMIC_INTEGER(u32, unsigned)
EMU_ATOMIC_INTEGER(i64, long long)
EMU_ATOMIC_INTEGER(u64, unsigned long long)
#undef EMU_ATOMIC_INTEGER
unsigned short emu_atomic_cas_u16(unsigned short *address, unsigned short compare, unsigned short value);
unsigned emu_atomic_inc_u32(unsigned *address, unsigned limit);
unsigned emu_atomic_dec_u32(unsigned *address, unsigned limit);
float emu_atomic_add_f32(float *address, float value);   /* global memory flushes denormals to zero, shared keeps them */
double emu_atomic_add_f64(double *address, double value);
float emu_atomic_exch_f32(float *address, float value);

/* ---- fences and time; each lets other lanes run ---- */
void emu_threadfence_block(void);
void emu_threadfence(void);
void emu_threadfence_system(void);
void emu_nanosleep(unsigned nanoseconds);
long long emu_clock64(void); /* nanoseconds of the monotonic clock */

/* ---- ends of the launch ---- */
__attribute__((noreturn)) void emu_trap(const emu_site *site);
__attribute__((noreturn)) void emu_assert_failed(const char *expression, const char *function, const emu_site *site);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
