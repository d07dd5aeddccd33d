/* The steps of a tile: the interior is computed while the edges travel. */
#include <stdlib.h>
#include <string.h>

#include "jacobi_mpi.h"

enum { BLOCK_X = 64, BLOCK_Y = 4, EDGE_THREADS = 128, CHANGE_BLOCKS = 1024 };

void jacobi_solver_open(jacobi_solver *s, lw_device *device, const jacobi_place *place, const char *path,
                        const char *reduce)
{
    int least, greatest;
    size_t pitch, width = (size_t)place->width + 2, height = (size_t)place->height + 2;
    *s = (jacobi_solver){.device = device, .place = place};
    jacobi_halo_open(&s->halo, device, place, jacobi_path_choose(device, path));
    jacobi_reduce_open(&s->reduce, device, place, reduce);
    TRY(lw_device_get_stream_priority_range(device, &least, &greatest));
    TRY(lw_stream_create(device, &s->interior));
    TRY(lw_stream_create_with(device, &s->edge, LW_STREAM_NON_BLOCKING, greatest));
    TRY(lw_event_create_with(device, &s->interior_done, LW_EVENT_DISABLE_TIMING));
    TRY(lw_event_create_with(device, &s->edge_done, LW_EVENT_DISABLE_TIMING));
    TRY(lw_event_create_with(device, &s->packed, LW_EVENT_DISABLE_TIMING));

    float *first = jacobi_allocate(width * height * sizeof *first);
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            first[y * width + x] = jacobi_first(place->x + (int)x - 1, place->y + (int)y - 1);
    for (int i = 0; i < 2; i++) { /* both have the rim, which no step writes */
        TRY(lw_malloc_pitch(device, (void **)&s->tile[i], &pitch, width * sizeof(float), height));
        TRY(lw_memcpy_2d(device, s->tile[i], pitch, first, width * sizeof(float), width * sizeof(float), height,
                         LW_MEMCPY_HOST_TO_DEVICE));
    }
    s->pitch = (int)(pitch / sizeof(float));
    free(first);
}

static void step(jacobi_solver *s)
{
    const float *from = s->tile[s->now];
    float *to = s->tile[!s->now];
    int width = s->place->width, height = s->place->height, halo_points = jacobi_halo_points(width, height);

    /* Both streams go on when the other has finished the step before: each reads what the other wrote. */
    TRY(lw_stream_wait_event(s->edge, s->interior_done));
    TRY(lw_stream_wait_event(s->interior, s->edge_done));

    /* The edge first, as others wait for it. */
    int edge = jacobi_edge_points(width, height);
    TRY(lw_launch(jacobi_edge, lw_linear(s->edge, (uint64_t)edge, EDGE_THREADS), edge, width, height, s->pitch, from,
                  to));
    if (s->halo.sides) {
        TRY(lw_launch(jacobi_pack, lw_linear(s->edge, (uint64_t)halo_points, EDGE_THREADS), halo_points, width, height,
                      s->pitch, s->halo.sides, to, s->halo.sent));
        if (s->halo.path == JACOBI_STAGED)
            TRY(lw_memcpy_async(s->edge, s->halo.mpi_sent, s->halo.sent, s->halo.bytes, LW_MEMCPY_DEVICE_TO_HOST));
        TRY(lw_event_record(s->packed, s->edge));
    }

    if (width > 2 && height > 2) {
        unsigned across = ((unsigned)width + BLOCK_X - 1) / BLOCK_X, rows = BLOCK_Y * JACOBI_ROWS,
                 down = ((unsigned)height - 2 + rows - 1) / rows;
        TRY(lw_launch(jacobi_interior,
                      lw_grid(s->interior, lw_make_dim3(across, down, 1), lw_make_dim3(BLOCK_X, BLOCK_Y, 1), 0), width,
                      height, s->pitch, from, to));
    }
    TRY(lw_event_record(s->interior_done, s->interior));

    if (s->halo.sides) {
        TRY(lw_event_synchronize(s->packed));
        double start = MPI_Wtime();
        jacobi_halo_exchange(&s->halo);
        s->exchange_seconds += MPI_Wtime() - start;
        if (s->halo.path == JACOBI_STAGED)
            TRY(lw_memcpy_async(s->edge, s->halo.received, s->halo.mpi_received, s->halo.bytes,
                                LW_MEMCPY_HOST_TO_DEVICE));
        TRY(lw_launch(jacobi_unpack, lw_linear(s->edge, (uint64_t)halo_points, EDGE_THREADS), halo_points, width,
                      height, s->pitch, s->halo.sides, s->halo.received, to));
    }
    TRY(lw_event_record(s->edge_done, s->edge));
    s->now = !s->now;
    s->steps++;
}

static void find_change(jacobi_solver *s)
{
    int height = s->place->height;
    TRY(lw_stream_wait_event(s->edge, s->interior_done));
    TRY(lw_memset_async(s->edge, s->reduce.device, 0, sizeof(float)));
    TRY(lw_launch(jacobi_change,
                  lw_grid(s->edge, height < CHANGE_BLOCKS ? height : CHANGE_BLOCKS, JACOBI_CHANGE_THREADS, 0),
                  s->place->width, height, s->pitch, s->tile[0], s->tile[1], s->reduce.device));
    TRY(lw_event_record(s->edge_done, s->edge));
    s->change = jacobi_reduce_largest(&s->reduce, s->edge, s->place);
}

void jacobi_solver_run(jacobi_solver *s, int steps, int check, float until)
{
    for (int i = 1; i <= steps; i++) {
        step(s);
        if (i % check == 0 || i == steps) {
            find_change(s);
            if (s->change <= until)
                break;
        }
    }
    TRY(lw_device_synchronize(s->device));
}

float *jacobi_solver_gather(jacobi_solver *s)
{
    const jacobi_place *place = s->place;
    size_t width = (size_t)place->width, row = width * sizeof(float);
    if (width * (size_t)place->height > INT32_MAX)
        jacobi_fail("a tile of %dx%d points is too large for a message", place->width, place->height);
    float *own = jacobi_allocate(row * (size_t)place->height), *plate = NULL;
    TRY(lw_memcpy_2d(s->device, own, row, s->tile[s->now] + s->pitch + 1, (size_t)s->pitch * sizeof(float), row,
                     (size_t)place->height, LW_MEMCPY_DEVICE_TO_HOST));
    if (place->rank) {
        MPI_Send(own, place->width * place->height, MPI_FLOAT, 0, 0, place->plate);
        free(own);
        return NULL;
    }
    plate = jacobi_allocate((size_t)place->plate_width * (size_t)place->plate_height * sizeof *plate);
    for (int rank = 0; rank < place->ranks; rank++) {
        int x, y, columns, rows;
        jacobi_place_tile(place, rank, &x, &y, &columns, &rows);
        float *tile = rank ? jacobi_allocate((size_t)columns * (size_t)rows * sizeof *tile) : own;
        if (rank)
            MPI_Recv(tile, columns * rows, MPI_FLOAT, rank, 0, place->plate, MPI_STATUS_IGNORE);
        for (int i = 0; i < rows; i++)
            memcpy(plate + (size_t)(y + i) * (size_t)place->plate_width + x, tile + (size_t)i * (size_t)columns,
                   (size_t)columns * sizeof *plate);
        free(tile);
    }
    return plate;
}

void jacobi_solver_close(jacobi_solver *s)
{
    jacobi_halo_close(&s->halo, s->device);
    jacobi_reduce_close(&s->reduce, s->device);
    TRY(lw_free(s->device, s->tile[0]));
    TRY(lw_free(s->device, s->tile[1]));
    TRY(lw_event_destroy(s->interior_done));
    TRY(lw_event_destroy(s->edge_done));
    TRY(lw_event_destroy(s->packed));
    TRY(lw_stream_destroy(s->interior));
    TRY(lw_stream_destroy(s->edge));
}
