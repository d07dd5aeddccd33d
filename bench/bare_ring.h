/* A ring of bare context switches: what the emulator's barrier is measured against. */
#ifndef BENCH_BARE_RING_H
#define BENCH_BARE_RING_H

#include <stdbool.h>

/* Makes `lanes` stacks that hand control round. False: out of memory, or not on this architecture. */
bool bench_bare_ring_open(unsigned lanes);
void bench_bare_ring_run(unsigned rounds); /* rounds * lanes switches */
void bench_bare_ring_close(void);

#if defined(__x86_64__)
#define BENCH_HAVE_BARE_RING 1
#else
#define BENCH_HAVE_BARE_RING 0
#endif

#endif
