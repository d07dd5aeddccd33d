/* How the CPU copies of kernel files were compiled, as a kernel file sees it. */
#ifndef BENCH_TARGET_FLAGS_H
#define BENCH_TARGET_FLAGS_H

#ifdef __cplusplus
extern "C" {
#endif

const char *bench_target_flags(void);

#ifdef __cplusplus
}
#endif

#endif
