/* Passing edges to neighbours. The buffers stay the same, so the messages are described once and started at each step. */
#include <string.h>

#include "jacobi_mpi.h"

#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

const char *const jacobi_path_names[] = {"staged", "mapped", "device"};

static bool mpi_takes_device_memory(void)
{
#ifdef MPIX_CUDA_AWARE_SUPPORT
    return MPIX_Query_cuda_support() == 1;
#else
    return false;
#endif
}

jacobi_path jacobi_path_choose(lw_device *device, const char *name)
{
    lw_device_properties properties;
    TRY(lw_device_get_properties(device, &properties));
    bool cuda = strcmp(properties.kind, "cuda") == 0;
    if (!name)
        return cuda && mpi_takes_device_memory() ? JACOBI_DIRECT : JACOBI_MAPPED;
    int path = JACOBI_STAGED;
    while (strcmp(name, jacobi_path_names[path]))
        path++; /* main.c knows that it is one of them */
    if (path == JACOBI_DIRECT && !cuda)
        jacobi_fail("--halo device: only kernels and copies may touch the CPU device's memory; use mapped");
    if (path == JACOBI_DIRECT && !mpi_takes_device_memory())
        jacobi_fail("--halo device: this MPI is not CUDA-aware; use staged");
    return (jacobi_path)path;
}

static void *buffer(const jacobi_halo *halo, lw_device *device, bool on_host)
{
    void *memory;
    if (on_host)
        TRY(lw_malloc_host(device, &memory, halo->bytes));
    else
        TRY(lw_malloc(device, &memory, halo->bytes));
    if (on_host)
        memset(memory, 0, halo->bytes);
    else
        TRY(lw_memset(device, memory, 0, halo->bytes));
    return memory;
}

void jacobi_halo_open(jacobi_halo *halo, lw_device *device, const jacobi_place *place, jacobi_path path)
{
    int size[JACOBI_SIDES] = {place->width, place->width, place->height, place->height}, first = 0;
    halo->path = path;
    halo->bytes = (size_t)jacobi_halo_points(place->width, place->height) * sizeof(float);
    halo->sent = buffer(halo, device, path == JACOBI_MAPPED);
    halo->received = buffer(halo, device, path == JACOBI_MAPPED);
    halo->mpi_sent = path == JACOBI_STAGED ? buffer(halo, device, true) : halo->sent;
    halo->mpi_received = path == JACOBI_STAGED ? buffer(halo, device, true) : halo->received;
    halo->sides = 0;
    for (int side = 0; side < JACOBI_SIDES; side++) {
        int neighbour = place->neighbour[side];
        if (neighbour != MPI_PROC_NULL)
            halo->sides |= 1u << side;
        /* My top row is the bottom halo of the neighbour above: a message has the number of the side that it leaves from. */
        MPI_Send_init(halo->mpi_sent + first, size[side], MPI_FLOAT, neighbour, side, place->plate,
                      &halo->requests[2 * side]);
        MPI_Recv_init(halo->mpi_received + first, size[side], MPI_FLOAT, neighbour, side ^ 1, place->plate,
                      &halo->requests[2 * side + 1]);
        first += size[side];
    }
}

void jacobi_halo_exchange(jacobi_halo *halo)
{
    MPI_Startall(2 * JACOBI_SIDES, halo->requests);
    MPI_Waitall(2 * JACOBI_SIDES, halo->requests, MPI_STATUSES_IGNORE);
}

void jacobi_halo_close(jacobi_halo *halo, lw_device *device)
{
    lw_status (*const release)(lw_device *, void *) = halo->path == JACOBI_MAPPED ? lw_free_host : lw_free;
    for (int i = 0; i < 2 * JACOBI_SIDES; i++)
        MPI_Request_free(&halo->requests[i]);
    TRY(release(device, halo->sent));
    TRY(release(device, halo->received));
    if (halo->path == JACOBI_STAGED) {
        TRY(lw_free_host(device, halo->mpi_sent));
        TRY(lw_free_host(device, halo->mpi_received));
    }
}
