/* The largest of all ranks' numbers: by NCCL where each rank has a GPU of its own, else by MPI. A maximum is the same in
 * whatever order it is taken. NCCL is loaded at run time, so that no build needs it. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "jacobi_mpi.h"

/* The parts of NCCL's and the CUDA driver's interfaces that are used, as their documentation gives them. */
typedef struct nccl_id {
    char bytes[128];
} nccl_id;
enum { NCCL_FLOAT = 7, NCCL_MAX = 2, UUID_BYTES = 16 };

static struct {
    int (*get_unique_id)(nccl_id *id);
    int (*init_rank)(void **comm, int ranks, nccl_id id, int rank);
    int (*all_reduce)(const void *from, void *to, size_t count, int type, int operation, void *comm, void *stream);
    int (*destroy)(void *comm);
    const char *(*error_string)(int result);
} nccl;

static void check_nccl(int result, const char *call)
{
    if (result)
        jacobi_fail("%s: %s", call, nccl.error_string(result));
}

static bool load_nccl(void)
{
    const char *names[] = {getenv("LANEWISE_NCCL"), "libnccl.so.2", "/usr/local/cuda/lib64/libnccl.so.2"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
        if (names[i])
            library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    *(void **)&nccl.get_unique_id = dlsym(library, "ncclGetUniqueId");
    *(void **)&nccl.init_rank = dlsym(library, "ncclCommInitRank");
    *(void **)&nccl.all_reduce = dlsym(library, "ncclAllReduce");
    *(void **)&nccl.destroy = dlsym(library, "ncclCommDestroy");
    *(void **)&nccl.error_string = dlsym(library, "ncclGetErrorString");
    return nccl.get_unique_id && nccl.init_rank && nccl.all_reduce && nccl.destroy && nccl.error_string;
}

/* Makes the device's context current, in which NCCL then works, and says which GPU it is. */
static bool use_context(lw_device *device, char uuid[UUID_BYTES])
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), *context;
    int (*set_current)(void *), (*get_device)(int *), (*get_uuid)(char *, int), ordinal;
    if (!driver)
        return false;
    *(void **)&set_current = dlsym(driver, "cuCtxSetCurrent");
    *(void **)&get_device = dlsym(driver, "cuCtxGetDevice");
    *(void **)&get_uuid = dlsym(driver, "cuDeviceGetUuid_v2");
    TRY(lw_device_native(device, &context));
    return set_current && get_device && get_uuid && !set_current(context) && !get_device(&ordinal) &&
           !get_uuid(uuid, ordinal);
}

/* Why this rank cannot use NCCL; null: it can. */
static const char *trouble(lw_device *device, char uuid[UUID_BYTES])
{
    lw_device_properties properties;
    TRY(lw_device_get_properties(device, &properties));
    if (strcmp(properties.kind, "cuda") != 0)
        return "NCCL needs a GPU";
    if (!load_nccl())
        return "there is no libnccl.so.2 (LANEWISE_NCCL may name one)";
    return use_context(device, uuid) ? NULL : "the CUDA driver does not say which GPU the device is";
}

/* Whether no two ranks have the same GPU, which NCCL refuses. */
static bool are_distinct(const char uuid[UUID_BYTES], const jacobi_place *place)
{
    size_t ranks = (size_t)place->ranks;
    char *all = jacobi_allocate(ranks * UUID_BYTES);
    bool distinct = true;
    MPI_Allgather(uuid, UUID_BYTES, MPI_BYTE, all, UUID_BYTES, MPI_BYTE, place->plate);
    for (size_t i = 0; i < ranks; i++)
        for (size_t j = 0; j < i; j++)
            distinct &= memcmp(all + i * UUID_BYTES, all + j * UUID_BYTES, UUID_BYTES) != 0;
    free(all);
    return distinct;
}

void jacobi_reduce_open(jacobi_reduce *reduce, lw_device *device, const jacobi_place *place, const char *name)
{
    void *memory;
    *reduce = (jacobi_reduce){0};
    TRY(lw_malloc(device, &memory, sizeof(float)));
    reduce->device = memory;
    TRY(lw_malloc_host(device, &memory, sizeof(float)));
    reduce->host = memory;
    if (name ? strcmp(name, "mpi") == 0 : place->ranks == 1)
        return;
    /* All ranks or none. */
    char uuid[UUID_BYTES] = {0};
    const char *why = trouble(device, uuid);
    int able = !why, all;
    if (why && name)
        jacobi_fail("--reduce nccl: %s", why);
    MPI_Allreduce(&able, &all, 1, MPI_INT, MPI_MIN, place->plate);
    if (!all)
        return;
    if (!are_distinct(uuid, place)) {
        if (name)
            jacobi_fail("--reduce nccl: two ranks have the same GPU; NCCL needs one for each");
        return;
    }
    nccl_id id;
    if (place->rank == 0)
        check_nccl(nccl.get_unique_id(&id), "ncclGetUniqueId");
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, place->plate);
    check_nccl(nccl.init_rank(&reduce->nccl, place->ranks, id, place->rank), "ncclCommInitRank");
}

float jacobi_reduce_largest(jacobi_reduce *reduce, lw_stream *stream, const jacobi_place *place)
{
    if (reduce->nccl) {
        void *native;
        TRY(lw_stream_native(stream, &native));
        check_nccl(nccl.all_reduce(reduce->device, reduce->device, 1, NCCL_FLOAT, NCCL_MAX, reduce->nccl, native),
                   "ncclAllReduce");
    }
    TRY(lw_memcpy_async(stream, reduce->host, reduce->device, sizeof(float), LW_MEMCPY_DEVICE_TO_HOST));
    TRY(lw_stream_synchronize(stream));
    if (!reduce->nccl)
        MPI_Allreduce(MPI_IN_PLACE, reduce->host, 1, MPI_FLOAT, MPI_MAX, place->plate);
    return *reduce->host;
}

void jacobi_reduce_close(jacobi_reduce *reduce, lw_device *device)
{
    if (reduce->nccl)
        check_nccl(nccl.destroy(reduce->nccl), "ncclCommDestroy");
    TRY(lw_free(device, reduce->device));
    TRY(lw_free_host(device, reduce->host));
}
