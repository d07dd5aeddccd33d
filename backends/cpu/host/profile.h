/* Which GPU the CPU device answers as: the limits of a compute capability. */
#ifndef LW_CPU_PROFILE_H
#define LW_CPU_PROFILE_H

#include <lanewise/host.h>

enum { LW_CPU_CARVEOUTS = 10 };

typedef struct lw_cpu_profile {
    int major, minor;
    int threads, blocks;             /* resident on a multiprocessor */
    int registers;                   /* of a multiprocessor, and the most of a block */
    int shared;                      /* KiB of a multiprocessor */
    int shared_optin;                /* KiB of a block after the opt-in */
    int shared_reserved;             /* KiB of each block that are the system's */
    int shared_granularity;          /* bytes */
    int carveouts[LW_CPU_CARVEOUTS]; /* KiB of a multiprocessor that can be shared memory; zeros after the last */
    int clusters;                    /* 1: thread block clusters */
    int device_multiprocessors;      /* of the GPU named in profile.c */
    int l2;                          /* KiB of it */
} lw_cpu_profile;

/* Bytes of L2 cache that can be set aside; GPUs before 8.0 set aside none. */
static inline size_t lw_cpu_max_persisting_l2(const lw_cpu_profile *profile)
{
    return profile->major < 8 ? 0 : ((size_t)profile->l2 << 10) / 8 * 5;
}

/* LANEWISE_PROFILE: "sm_90", or with a number of multiprocessors "sm_90:132". Unset: an H200's limits with as many
 * multiprocessors as there are workers, for which `*multiprocessors` is 0. */
lw_status lw_cpu_profile_read(const lw_cpu_profile **profile, unsigned *multiprocessors);

#endif
