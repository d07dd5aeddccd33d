/* Group R: memory of every kind on another device. */
#include <lanewise/managed.h>
#include <lanewise/memory_pool.h>
#include <lanewise/virtual_memory.h>

#include "R_elsewhere.h"

const char *const elsewhere_names[KINDS] = {"plain", "a pool's", "mapped", "page-locked", "registered", "managed"};

static lw_status map(elsewhere *made)
{
    lw_device *peer = made->t->peer;
    lw_virtual_memory_access access = {peer, LW_MEMORY_ACCESS_READ_WRITE};
    lw_physical_memory *physical;
    void *pointer;
    lw_status status = lw_physical_memory_granularity(peer, NULL, LW_MEMORY_GRANULARITY_MINIMUM, &made->mapped_size);
    if (status || (status = lw_physical_memory_create(peer, &physical, made->mapped_size, NULL)))
        return status;
    status = lw_virtual_memory_reserve(peer, &pointer, made->mapped_size, 0, NULL);
    if (!status)
        status = lw_virtual_memory_map(pointer, made->mapped_size, physical, 0);
    if (!status)
        status = lw_virtual_memory_set_access(peer, pointer, made->mapped_size, &access, 1);
    if (!status)
        status = lw_memset(peer, pointer, 0, ELSEWHERE_SIZE);
    made->memory[MAPPED] = pointer;
    lw_physical_memory_release(physical);
    return status;
}

void elsewhere_make(struct test *t, elsewhere *made)
{
    lw_device_properties properties;
    lw_stream *there = lw_default_stream(t->peer);
    lw_array_shape shape = {.format = {8, 0, 0, 0, LW_CHANNEL_UNSIGNED}, .width = ELSEWHERE_SIZE};
    memset(made, 0, sizeof *made);
    made->t = t;
    CHECK_STATUS(lw_device_get_properties(t->peer, &properties), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &made->stream), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&made->own, ELSEWHERE_SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, made->own, 0, ELSEWHERE_SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_array_create(t->device, &made->array, &shape), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->peer, (void **)&made->memory[PLAIN], ELSEWHERE_SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(there, (void **)&made->memory[POOLED], ELSEWHERE_SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->peer, made->memory[PLAIN], 0, ELSEWHERE_SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->peer, made->memory[POOLED], 0, ELSEWHERE_SIZE), LW_SUCCESS);
    if (properties.virtual_memory)
        CHECK_STATUS(map(made), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->peer, (void **)&made->memory[LOCKED], ELSEWHERE_SIZE), LW_SUCCESS);
    memset(made->memory[LOCKED], 0, ELSEWHERE_SIZE);
    CHECK(posix_memalign((void **)&made->page, 4096, ELSEWHERE_SIZE) == 0);
    memset(made->page, 0, ELSEWHERE_SIZE);
    CHECK_STATUS(lw_host_register(t->peer, made->page, ELSEWHERE_SIZE, 0), LW_SUCCESS);
    made->memory[REGISTERED] = made->page;
    if (properties.concurrent_managed_access) { /* else the host would have to keep away from it at times */
        CHECK_STATUS(lw_malloc_managed(t->peer, (void **)&made->memory[MANAGED], ELSEWHERE_SIZE, LW_ATTACH_GLOBAL),
                     LW_SUCCESS);
        memset(made->memory[MANAGED], 0, ELSEWHERE_SIZE);
    }
}

void elsewhere_free(struct test *t, elsewhere *made)
{
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->peer, made->memory[PLAIN]), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(lw_default_stream(t->peer), made->memory[POOLED]), LW_SUCCESS);
    if (made->memory[MAPPED]) {
        CHECK_STATUS(lw_virtual_memory_unmap(t->peer, made->memory[MAPPED], made->mapped_size), LW_SUCCESS);
        CHECK_STATUS(lw_virtual_memory_free(t->peer, made->memory[MAPPED], made->mapped_size), LW_SUCCESS);
    }
    CHECK_STATUS(lw_free_host(t->peer, made->memory[LOCKED]), LW_SUCCESS);
    CHECK_STATUS(lw_host_unregister(t->peer, made->memory[REGISTERED]), LW_SUCCESS);
    free(made->page);
    CHECK_STATUS(lw_free(t->peer, made->memory[MANAGED]), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(made->array), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, made->own), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(made->stream), LW_SUCCESS);
}
