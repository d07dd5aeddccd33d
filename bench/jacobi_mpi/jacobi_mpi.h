/* A Jacobi iteration on a plate that many ranks share. Each rank has a tile of the plate and a device. */
#ifndef JACOBI_MPI_H
#define JACOBI_MPI_H

#include <stdbool.h>

#include <mpi.h>

#include "device/jacobi.h"

/* Prints "rank N: ..." and ends all ranks. */
__attribute__((noreturn, format(printf, 1, 2))) void jacobi_fail(const char *format, ...);
/* The same for what every rank finds wrong: all call it, and it ends MPI in order. (Open MPI's mpirun has crashed where all ranks
 * aborted at once.) */
__attribute__((noreturn, format(printf, 1, 2))) void jacobi_refuse(const char *format, ...);
void jacobi_check(lw_status status);
#define TRY(call) jacobi_check(call) /* ends all ranks where the call fails */
void *jacobi_allocate(size_t bytes); /* zeros of the host; ends all ranks where there are none */

/* ---- serial.c ---- */
/* The first value of a point of a plate of width x height points; those of its rim (-1, width, height) stay. */
float jacobi_first(int x, int y);
/* The plate after some steps by plain loops, in rows of width + 2 floats with the rim, and the largest change of the last step.
 * The caller frees it. */
float *jacobi_serial(int width, int height, int steps, int threads, double *seconds, float *change);

/* ---- place.c ---- */
enum { JACOBI_MOST = 250000 }; /* points of a tile's side: a grid has no more blocks */

typedef struct jacobi_place {
    MPI_Comm plate;                /* the ranks as a grid: rows, then columns */
    int rank, ranks;               /* this one's number, and how many */
    int local, locals;             /* the same on this machine */
    int columns, rows;             /* of ranks */
    int plate_width, plate_height; /* points */
    int x, y, width, height;       /* this rank's tile */
    int neighbour[JACOBI_SIDES];   /* a rank; MPI_PROC_NULL at the rim */
    char device_name[32];          /* for lw_device_open() */
} jacobi_place;

/* Divides a plate of width x height points among all ranks. With `each` these are a tile's. */
void jacobi_place_divide(jacobi_place *place, int width, int height, bool each);
void jacobi_place_tile(const jacobi_place *place, int rank, int *x, int *y, int *width, int *height);
/* Chooses the rank's device, and how many worker threads the CPU device has. */
void jacobi_place_device(jacobi_place *place, const char *name);

/* ---- halo.c ---- */
typedef enum jacobi_path {
    JACOBI_STAGED, /* device memory, copied to and from page-locked memory, which MPI gets */
    JACOBI_MAPPED, /* page-locked memory that kernels use as well as MPI: no copies */
    JACOBI_DIRECT, /* device memory, which a CUDA-aware MPI gets */
} jacobi_path;
extern const char *const jacobi_path_names[];

typedef struct jacobi_halo {
    jacobi_path path;
    unsigned sides;                 /* a bit for each neighbour */
    size_t bytes;                   /* of a buffer */
    float *sent, *received;         /* what kernels pack into and unpack from */
    float *mpi_sent, *mpi_received; /* what MPI gets: the same, except where staged */
    MPI_Request requests[2 * JACOBI_SIDES];
} jacobi_halo;

/* The path of a name; null: the best there is. */
jacobi_path jacobi_path_choose(lw_device *device, const char *name);
void jacobi_halo_open(jacobi_halo *halo, lw_device *device, const jacobi_place *place, jacobi_path path);
void jacobi_halo_exchange(
    jacobi_halo *halo); /* the edges of all tiles, from `mpi_sent` to the neighbours' `mpi_received` */
void jacobi_halo_close(jacobi_halo *halo, lw_device *device);

/* ---- reduce.c ---- */
typedef struct jacobi_reduce {
    void *nccl;    /* ncclComm_t; null: MPI reduces */
    float *device; /* a float of device memory */
    float *host;   /* the same in page-locked memory */
} jacobi_reduce;

/* How the largest change of all ranks is found: "mpi", "nccl", or null for the best there is. */
void jacobi_reduce_open(jacobi_reduce *reduce, lw_device *device, const jacobi_place *place, const char *name);
/* The greatest of all ranks' *device, which work in the stream has written. */
float jacobi_reduce_largest(jacobi_reduce *reduce, lw_stream *stream, const jacobi_place *place);
void jacobi_reduce_close(jacobi_reduce *reduce, lw_device *device);

/* ---- solver.c ---- */
typedef struct jacobi_solver {
    lw_device *device;
    const jacobi_place *place;
    jacobi_halo halo;
    jacobi_reduce reduce;
    lw_stream *interior, *edge;
    lw_event *interior_done, *edge_done, *packed;
    float *tile[2];          /* before a step, and after it */
    int now;                 /* which of them is before the next step */
    int pitch;               /* floats */
    int steps;               /* so far */
    float change;            /* the largest, of the last step of jacobi_solver_run() */
    double exchange_seconds; /* of the host, between the edges' being packed and the halos' arrival */
} jacobi_solver;

void jacobi_solver_open(jacobi_solver *solver, lw_device *device, const jacobi_place *place, const char *path,
                        const char *reduce);
/* Steps; fewer where the largest change, looked at after every `check` steps and the last, is at most `until`. */
void jacobi_solver_run(jacobi_solver *solver, int steps, int check, float until);
/* The plate's points row by row on rank 0, freed by the caller; null on others. */
float *jacobi_solver_gather(jacobi_solver *solver);
void jacobi_solver_close(jacobi_solver *solver);

#endif
