/* A kernel that fuzz.c tests. */
#include <stdint.h>

#include <lanewise/launch.h>

enum { RUNS = 128 };

/* Unpacks runs: a pair of bytes each, a length and a value. Writes at most n bytes. A block of RUNS threads. */
LW_DECLARE_KERNEL(unpack, (int, runs), (const uint8_t *, packed), (int, n), (uint8_t *, out));
