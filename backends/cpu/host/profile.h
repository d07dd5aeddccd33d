/* The limits of a compute capability, which the CPU device reports as its own. */
#ifndef LW_CPU_PROFILE_H
#define LW_CPU_PROFILE_H

#include <lanewise/host.h>

enum { LW_CPU_CARVEOUTS = 10 };

typedef struct lw_cpu_profile {
    int major, minor;
    int threads, blocks;             /* resident on a multiprocessor */
    int registers;                   /* of a multiprocessor; also the limit of a block */
    int shared;                      /* KiB of a multiprocessor */
    int shared_optin;                /* KiB of a block after the opt-in */
    int shared_reserved;             /* KiB of each block that the system reserves */
    int shared_granularity;          /* bytes */
    int carveouts[LW_CPU_CARVEOUTS]; /* sizes of a multiprocessor's shared memory, in KiB; zeros after the last */
    int clusters;                    /* 1: supports thread block clusters */
    int device_multiprocessors;      /* of the GPU named in profile.c */
    int l2;                          /* KiB of that GPU's L2 cache */
    int exclusive_managed;           /* 1: the host may not use managed memory while kernels run */
} lw_cpu_profile;

/* Bytes of L2 cache that can be set aside for persisting accesses; before 8.0, none. */
static inline size_t lw_cpu_max_persisting_l2(const lw_cpu_profile *profile)
{
    return profile->major < 8 ? 0 : ((size_t)profile->l2 << 10) / 8 * 5;
}

/* Reads LANEWISE_PROFILE: "sm_90", or with a number of multiprocessors "sm_90:132". Unset: an H200's limits, and
 * `*multiprocessors` is 0, which means as many as there are workers. */
lw_status lw_cpu_profile_read(const lw_cpu_profile **profile, unsigned *multiprocessors);

#endif
