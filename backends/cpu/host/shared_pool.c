/* Pools of several processes. A pool's file descriptor says which pool it is, and holds no memory: memory of the pool is given away like
 * that of lw_malloc(), allocation by allocation, when its pointer is exported. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cpu.h"

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW)
static const char contents[] = "Lanewise's memory pool";

_Static_assert(sizeof(lw_cpu_handle) <= LW_POOL_POINTER_SIZE, "pointers of pools");

/* ---- pools ---- */
lw_status lw_cpu_pool_create_shared(lw_device_impl *device, size_t most, lw_memory_pool_impl **created)
{
    int file = lw_cpu_memory_file(device, sizeof contents);
    if (file < 0)
        return LW_ERROR_OUT_OF_MEMORY;
    lw_status status = pwrite(file, contents, sizeof contents, 0) == sizeof contents
                           ? lw_cpu_pool_create(device, most, created)
                           : lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the file of a memory pool");
    if (status)
        close(file);
    else
        (*created)->file = file;
    return status;
}

/* Another descriptor of the same file; -1: there is none. */
static int duplicate(int file)
{
    return lw_allocation_fails() ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 0);
}

lw_status lw_cpu_pool_export(lw_memory_pool_impl *pool, int *descriptor)
{
    int made = duplicate(pool->file);
    if (made < 0)
        return lw_fail(pool->device, LW_ERROR_OUT_OF_MEMORY, "the system gives no more file descriptors: %s",
                       strerror(errno));
    emu_pool_lock(pool->device->pool);
    pool->exported = true;
    emu_pool_unlock(pool->device->pool);
    *descriptor = made;
    return LW_SUCCESS;
}

static bool is_pool(int descriptor)
{
    char read[sizeof contents];
    struct stat status;
    int seals = fcntl(descriptor, F_GET_SEALS);
    return seals >= 0 && (seals & SEALS) == SEALS && fstat(descriptor, &status) == 0 &&
           status.st_size == sizeof contents && pread(descriptor, read, sizeof read, 0) == sizeof read &&
           memcmp(read, contents, sizeof read) == 0;
}

lw_status lw_cpu_pool_import(lw_device_impl *device, int descriptor, lw_memory_pool_impl **imported)
{
    if (!is_pool(descriptor))
        return lw_fail(device, LW_ERROR_INVALID_VALUE,
                       "descriptor is %d, which is not of lw_memory_pool_export() of a CPU device", descriptor);
    int file = duplicate(descriptor);
    if (file < 0)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "the system gives no more file descriptors: %s",
                       strerror(errno));
    lw_status status = lw_cpu_pool_create(device, 0, imported);
    if (status) {
        close(file);
        return status;
    }
    (*imported)->file = file;
    (*imported)->imported = true;
    return LW_SUCCESS;
}

/* ---- pointers ---- */
lw_status lw_cpu_pool_export_pointer(lw_device_impl *device, void *data, void *pointer, size_t size)
{
    emu_pool_lock(device->pool);
    const lw_cpu_block *block = emu_memory_note(device->memory, pointer);
    const lw_memory_pool_impl *pool = block ? block->pool : NULL;
    bool imported = pool && pool->imported;
    int file = pool && pool->exported ? pool->file : -1;
    emu_pool_unlock(device->pool);
    if (file < 0)
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "pointer is %p, in a pool %s", pointer,
                       imported ? "of another process" : "that lw_memory_pool_export() has not exported");
    lw_cpu_handle own;
    lw_status status = lw_cpu_give_memory(device, &own, pointer, size);
    if (status)
        return status;
    own.what = LW_CPU_POINTER_HANDLE;
    own.pool = lw_cpu_inode(file);
    memcpy(data, &own, sizeof own);
    return LW_SUCCESS;
}

/* Puts the block into use; false: the device has this memory already. */
static bool join(lw_memory_pool_impl *pool, lw_cpu_block *block)
{
    lw_device_impl *device = pool->device;
    emu_pool_lock(device->pool);
    const lw_cpu_block *other = device->pools.imported;
    while (other && (other->inode != block->inode || other->offset != block->offset))
        other = other->next;
    if (!other) {
        block->pool = pool;
        pool->blocks++;
        lw_cpu_block_link(&device->pools.imported, block);
    }
    emu_pool_unlock(device->pool);
    return !other;
}

static void leave(lw_cpu_block *block)
{
    lw_device_impl *device = block->pool->device;
    emu_pool_lock(device->pool);
    block->pool->blocks--;
    lw_cpu_block_unlink(block);
    emu_pool_unlock(device->pool);
    free(block);
}

lw_status lw_cpu_pool_import_pointer(lw_memory_pool_impl *pool, void **pointer, const void *data)
{
    lw_device_impl *device = pool->device;
    lw_cpu_handle theirs;
    memcpy(&theirs, data, sizeof theirs);
    if (theirs.what != LW_CPU_POINTER_HANDLE || theirs.pool != lw_cpu_inode(pool->file))
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "exported is not of this pool");
    lw_cpu_block *block = lw_allocate(sizeof *block);
    if (!block)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for another process's memory");
    block->imported = true;
    block->capacity = block->size = theirs.size;
    block->inode = theirs.inodes[0];
    block->offset = theirs.offset;
    if (!join(pool, block)) {
        free(block);
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "exported is of memory that this process has imported already");
    }
    lw_status status = lw_cpu_open_memory(device, &block->pointer, &theirs);
    if (status) {
        leave(block);
        return status;
    }
    emu_memory_set_note(device->memory, block->pointer, block);
    *pointer = block->pointer;
    return LW_SUCCESS;
}
