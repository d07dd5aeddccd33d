/* lanewise-jacobi: a Jacobi iteration on a plate that MPI's ranks share, compared with a serial loop, or timed. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jacobi_mpi.h"

static const char usage[] =
    "usage: mpirun -np RANKS lanewise-jacobi [OPTION...]\n"
    "  --device NAME    of each rank: cpu, cuda:N; cuda: its local number modulo the GPUs (default: cuda if there is one)\n"
    "  --size WxH       points of the plate (default 1024x1024); --tile WxH: of each rank's part\n"
    "  --steps N        (default 100); --until X: fewer, where no point changes by more than X\n"
    "  --check N        steps from one look at the largest change to the next (default 100)\n"
    "  --halo PATH      staged, mapped, device (default: the best there is)\n"
    "  --reduce WAY     mpi, nccl (default: nccl where each rank has a GPU of its own)\n"
    "  --verify         compares each point with a serial loop's\n"
    "  --samples N      repeats the steps, after one repetition that does not count, and prints medians\n"
    "  --plain THREADS  one rank runs the plain loop with OpenMP in place of the kernels\n";

typedef struct options {
    const char *device, *halo, *reduce;
    int width, height, steps, check, samples, plain;
    bool each, verify;
    float until;
} options;

static bool read_number(const char *word, int *number)
{
    char *end;
    errno = 0;
    long value = strtol(word, &end, 10);
    *number = (int)value;
    return end != word && !*end && !errno && value >= 1 && value <= 1000000000;
}

static bool read_size(const char *word, options *o, bool each)
{
    int end = 0;
    o->each = each;
    return sscanf(word, "%dx%d%n", &o->width, &o->height, &end) == 2 && !word[end] && o->width >= 1 && o->height >= 1 &&
           o->width <= 1000000000 && o->height <= 1000000000;
}

static bool read_change(const char *word, float *change)
{
    char *end;
    *change = strtof(word, &end);
    return end != word && !*end && *change >= 0;
}

static bool is_one_of(const char *word, const char *first, const char *second, const char *third)
{
    return strcmp(word, first) == 0 || strcmp(word, second) == 0 || (third && strcmp(word, third) == 0);
}

/* Returns the word that is wrong; null: none. */
static const char *read_options(options *o, int count, char **words)
{
    *o = (options){.width = 1024, .height = 1024, .steps = 100, .check = 100, .samples = 0, .until = -1};
    for (int i = 1; i < count; i++) {
        const char *name = words[i], *value = i + 1 < count ? words[i + 1] : NULL;
        bool right = false;
        if (strcmp(name, "--verify") == 0) {
            o->verify = true;
            continue;
        }
        if (!value)
            return name;
        if (strcmp(name, "--device") == 0)
            o->device = value, right = true;
        else if (strcmp(name, "--size") == 0 || strcmp(name, "--tile") == 0)
            right = read_size(value, o, strcmp(name, "--tile") == 0);
        else if (strcmp(name, "--steps") == 0)
            right = read_number(value, &o->steps);
        else if (strcmp(name, "--check") == 0)
            right = read_number(value, &o->check);
        else if (strcmp(name, "--samples") == 0)
            right = read_number(value, &o->samples);
        else if (strcmp(name, "--plain") == 0)
            right = read_number(value, &o->plain);
        else if (strcmp(name, "--until") == 0)
            right = read_change(value, &o->until);
        else if (strcmp(name, "--halo") == 0)
            o->halo = value, right = is_one_of(value, jacobi_path_names[0], jacobi_path_names[1], jacobi_path_names[2]);
        else if (strcmp(name, "--reduce") == 0)
            o->reduce = value, right = is_one_of(value, "mpi", "nccl", NULL);
        else
            return name;
        if (!right)
            return value;
        i++;
    }
    return NULL;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* Rank 0 compares the plate with the serial loop's, bit for bit. */
static void verify(jacobi_solver *s)
{
    const jacobi_place *place = s->place;
    float *plate = jacobi_solver_gather(s), change;
    double seconds;
    if (!plate)
        return;
    size_t width = (size_t)place->plate_width, pitch = width + 2;
    float *right = jacobi_serial(place->plate_width, place->plate_height, s->steps, 1, &seconds, &change);
    for (size_t y = 0; y < (size_t)place->plate_height; y++)
        for (size_t x = 0; x < width; x++) {
            float got = plate[y * width + x], expected = right[(y + 1) * pitch + x + 1];
            if (memcmp(&got, &expected, sizeof got) != 0)
                jacobi_fail("point (%zu,%zu) is %a after %d steps; the serial loop has %a", x, y, (double)got, s->steps,
                            (double)expected);
        }
    if (memcmp(&s->change, &change, sizeof change) != 0)
        jacobi_fail("the largest change is %a; the serial loop's is %a", (double)s->change, (double)change);
    free(plate);
    free(right);
    printf("# each point and the largest change are the serial loop's after %d steps\n", s->steps);
}

static void print(const char *device, int processors, int ranks, const char *grid, int width, int height,
                  const char *halo, const char *reduce, int steps, double us, double share, double change)
{
    printf("device\tmultiprocessors\tranks\tgrid\tsize\thalo\treduce\tsteps\tus_a_step\texchange_share\tchange\n");
    printf("%s\t%d\t%d\t%s\t%dx%d\t%s\t%s\t%d\t%.5g\t%.3f\t%.9g\n", device, processors, ranks, grid, width, height,
           halo, reduce, steps, us, share, change);
}

static void run_plain(const options *o)
{
    int samples = o->samples ? o->samples : 1;
    double *seconds = jacobi_allocate((size_t)samples * sizeof *seconds);
    float change;
    for (int i = o->samples ? -1 : 0; i < samples; i++)
        free(jacobi_serial(o->width, o->height, o->steps, o->plain, &seconds[i < 0 ? 0 : i], &change));
    print("openmp", o->plain, 1, "1x1", o->width, o->height, "-", "-", o->steps,
          median(seconds, samples) / o->steps * 1e6, 0, change);
    free(seconds);
}

static void run(const options *o)
{
    jacobi_place place;
    jacobi_solver solver;
    lw_device *device;
    jacobi_place_divide(&place, o->width, o->height, o->each);
    jacobi_place_device(&place, o->device);
    TRY(lw_device_open(&device, place.device_name));
    jacobi_solver_open(&solver, device, &place, o->halo, o->reduce);

    int samples = o->samples ? o->samples : 1;
    double *us = jacobi_allocate((size_t)samples * sizeof *us),
           *share = jacobi_allocate((size_t)samples * sizeof *share);
    for (int i = o->samples ? -1 : 0; i < samples; i++) {
        double own[2], sum[2];
        int before = solver.steps;
        solver.exchange_seconds = 0;
        MPI_Barrier(place.plate);
        own[0] = MPI_Wtime();
        jacobi_solver_run(&solver, o->steps, o->check, o->until);
        own[0] = MPI_Wtime() - own[0];
        own[1] = solver.exchange_seconds;
        MPI_Allreduce(own, sum, 2, MPI_DOUBLE, MPI_SUM,
                      place.plate); /* ranks take the same time, as each waits for others */
        us[i < 0 ? 0 : i] = sum[0] / place.ranks / (solver.steps - before) * 1e6;
        share[i < 0 ? 0 : i] = sum[1] / sum[0];
    }
    if (o->verify)
        verify(&solver);
    if (place.rank == 0) {
        lw_device_properties properties;
        char grid[32];
        TRY(lw_device_get_properties(device, &properties));
        snprintf(grid, sizeof grid, "%dx%d", place.columns, place.rows);
        print(place.device_name, properties.multiprocessor_count, place.ranks, grid, place.plate_width,
              place.plate_height, jacobi_path_names[solver.halo.path], solver.reduce.nccl ? "nccl" : "mpi",
              solver.steps, median(us, samples), median(share, samples), (double)solver.change);
    }
    free(us);
    free(share);
    jacobi_solver_close(&solver);
    TRY(lw_device_close(device));
    MPI_Comm_free(&place.plate);
}

int main(int count, char **words)
{
    options o;
    int rank, threads, status = 0;
    MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED,
                    &threads); /* one thread calls MPI; the CPU device has others */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *wrong = read_options(&o, count, words);
    if (wrong) {
        if (rank == 0)
            fprintf(stderr, "lanewise-jacobi: \"%s\" is wrong\n%s", wrong, usage);
        status = 2;
    } else if (o.plain) {
        if (rank == 0)
            run_plain(&o);
    } else {
        run(&o);
    }
    MPI_Finalize();
    return status;
}
