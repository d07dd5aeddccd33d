/* What a generated file says of its kernels, for the runner. */
#ifndef DIFFERENTIAL_TABLE_H
#define DIFFERENTIAL_TABLE_H

#include <lanewise/host.h>

typedef struct differential_program {
    lw_kernel *kernel;
    unsigned seed;         /* from which the launches are made, too */
    unsigned dimensions;   /* of its blocks and grids */
    unsigned multiple;     /* of so many threads are its blocks */
    unsigned shape[3];     /* the only shape of a block, or zeros */
    unsigned most_threads; /* of a block */
    unsigned dynamic;      /* bytes of dynamic shared memory for each thread */
    unsigned parameter_count;
    unsigned char parameter[16]; /* their numbers (parameters.h) */
    unsigned long long features; /* a bit for each (features.h) */
} differential_program;

typedef struct differential_file {
    const differential_program *programs;
    unsigned count;
} differential_file;

/* The programs that are linked into the runner. */
extern const differential_file differential_files[];
extern const unsigned differential_file_count;

#endif
