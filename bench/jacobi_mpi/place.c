/* Where a rank is: its tile of the plate, its neighbours, its device. */
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jacobi_mpi.h"

void jacobi_fail(const char *format, ...)
{
    char sentence[1024];
    int rank;
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "rank %d: %s\n", rank, sentence);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

void jacobi_refuse(const char *format, ...)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        va_list list;
        va_start(list, format);
        fputs("rank 0: ", stderr);
        vfprintf(stderr, format, list);
        fputc('\n', stderr);
        va_end(list);
    }
    MPI_Finalize();
    exit(1);
}

void jacobi_check(lw_status status)
{
    if (status)
        jacobi_fail("%s: %s", lw_status_string(status), lw_last_error_message(NULL));
}

void *jacobi_allocate(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);
    if (!memory)
        jacobi_fail("there are no %zu bytes of host memory", bytes);
    return memory;
}

/* The i-th of n parts of some points. The first parts have one more where they do not divide evenly. */
static void part(int points, int n, int i, int *first, int *count)
{
    int rest = points % n;
    *count = points / n + (i < rest);
    *first = points / n * i + (i < rest ? i : rest);
}

void jacobi_place_tile(const jacobi_place *place, int rank, int *x, int *y, int *width, int *height)
{
    int at[2];
    MPI_Cart_coords(place->plate, rank, 2, at);
    part(place->plate_height, place->rows, at[0], y, height);
    part(place->plate_width, place->columns, at[1], x, width);
}

void jacobi_place_divide(jacobi_place *place, int width, int height, bool each)
{
    int sizes[2] = {0, 0}, around[2] = {0, 0};
    MPI_Comm_size(MPI_COMM_WORLD, &place->ranks);
    MPI_Dims_create(place->ranks, 2, sizes);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, around, 0, &place->plate);
    MPI_Comm_rank(place->plate, &place->rank);
    place->rows = sizes[0];
    place->columns = sizes[1];
    if (each && (width > INT32_MAX / 2 / place->columns || height > INT32_MAX / 2 / place->rows))
        jacobi_refuse("%d tiles of %dx%d points: the plate's size overflows", place->ranks, width, height);
    place->plate_width = each ? width * place->columns : width;
    place->plate_height = each ? height * place->rows : height;
    if (place->plate_width < place->columns || place->plate_height < place->rows)
        jacobi_refuse("the plate has %dx%d points: %dx%d ranks need one each at least", place->plate_width,
                      place->plate_height, place->columns, place->rows);
    jacobi_place_tile(place, 0, &place->x, &place->y, &place->width, &place->height); /* none is larger */
    if (place->width > JACOBI_MOST || place->height > JACOBI_MOST)
        jacobi_refuse("a tile would have %dx%d points; the most is %d a side", place->width, place->height,
                      JACOBI_MOST);
    jacobi_place_tile(place, place->rank, &place->x, &place->y, &place->width, &place->height);
    MPI_Cart_shift(place->plate, 0, 1, &place->neighbour[JACOBI_TOP], &place->neighbour[JACOBI_BOTTOM]);
    MPI_Cart_shift(place->plate, 1, 1, &place->neighbour[JACOBI_LEFT], &place->neighbour[JACOBI_RIGHT]);
}

/* Each rank of a machine gets its share of the processors that any of them may use. mpirun may have given each some of its own,
 * or all of them to all. */
static void share_processors(MPI_Comm machine, int ranks)
{
    cpu_set_t own, all;
    CPU_ZERO(&own);
    if (sched_getaffinity(0, sizeof own, &own))
        CPU_SET(0, &own);
    MPI_Allreduce(&own, &all, (int)sizeof own, MPI_BYTE, MPI_BOR, machine);
    int share = CPU_COUNT(&all) / ranks, most = CPU_COUNT(&own);
    char workers[16];
    snprintf(workers, sizeof workers, "%d", share < 1 ? 1 : share < most ? share : most);
    setenv("LANEWISE_WORKERS", workers, 0); /* what the user has set stays */
}

static int gpus(void)
{
    int count, found = 0;
    const char *name;
    TRY(lw_device_count(&count));
    for (int i = 0; i < count; i++) {
        TRY(lw_device_name(i, &name));
        found += strncmp(name, "cuda", 4) == 0;
    }
    return found;
}

void jacobi_place_device(jacobi_place *place, const char *name)
{
    int count = gpus();
    MPI_Comm machine;
    MPI_Comm_split_type(place->plate, MPI_COMM_TYPE_SHARED, place->rank, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &place->local);
    MPI_Comm_size(machine, &place->locals);
    share_processors(machine, place->locals);
    MPI_Comm_free(&machine);
    if (!name)
        name = getenv("LANEWISE_DEVICE");
    if (!name)
        name = count ? "cuda" : "cpu";
    if (strcmp(name, "cuda") == 0)
        snprintf(place->device_name, sizeof place->device_name, "cuda:%d", count ? place->local % count : 0);
    else if (strlen(name) < sizeof place->device_name)
        strcpy(place->device_name, name);
    else
        jacobi_fail("no device is named \"%s\"", name);
}
