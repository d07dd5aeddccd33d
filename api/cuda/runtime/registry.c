/* Kernels and device variables by the addresses that host code knows: a kernel's stub, a variable's shadow.
 *
 * A file's descriptors come first, by lw_cuda_add_file(). Then clang's code for the host registers each stub and shadow
 * with the mangled name of what it stands for. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudart.h"
#include "register.h"

typedef struct entry {
    const void *host, *of; /* of: an lw_kernel or an lw_symbol */
    const lw_cuda_file *file;
} entry;

typedef struct entries {
    entry *entry;
    size_t count, capacity;
} entries;

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER; /* of all below: libraries come and go */
static lw_cuda_file *files;
static entries kernels, symbols;

void lw_cuda_add_file(lw_cuda_file *file)
{
    pthread_rwlock_wrlock(&lock);
    file->next = files;
    files = file;
    pthread_rwlock_unlock(&lock);
}

static void remove_of(entries *from, const lw_cuda_file *file)
{
    size_t kept = 0;
    for (size_t i = 0; i < from->count; i++)
        if (from->entry[i].file != file)
            from->entry[kept++] = from->entry[i];
    from->count = kept;
    if (kept == 0) {
        free(from->entry);
        *from = (entries){0};
    }
}

void lw_cuda_remove_file(lw_cuda_file *file)
{
    pthread_rwlock_wrlock(&lock);
    lw_cuda_file **link = &files;
    while (*link && *link != file)
        link = &(*link)->next;
    if (*link)
        *link = file->next;
    remove_of(&kernels, file);
    remove_of(&symbols, file);
    pthread_rwlock_unlock(&lock);
}

/* There is no caller to tell: the program's constructors run. */
static void add(entries *to, const void *host, const void *of, const lw_cuda_file *file)
{
    pthread_rwlock_wrlock(&lock);
    if (to->count == to->capacity) {
        size_t capacity = to->capacity ? 2 * to->capacity : 16;
        entry *more = realloc(to->entry, capacity * sizeof *more);
        if (!more) {
            fputs("lanewise-cudart: out of memory for the program's kernels\n", stderr);
            abort();
        }
        to->entry = more;
        to->capacity = capacity;
    }
    to->entry[to->count++] = (entry){host, of, file};
    pthread_rwlock_unlock(&lock);
}

static const void *find(const entries *in, const void *host)
{
    const void *found = NULL;
    pthread_rwlock_rdlock(&lock);
    for (size_t i = 0; i < in->count && !found; i++)
        if (in->entry[i].host == host)
            found = in->entry[i].of;
    pthread_rwlock_unlock(&lock);
    return found;
}

const lw_kernel *cudart_kernel(const void *host)
{
    return find(&kernels, host);
}

const void *cudart_host_of(const lw_kernel *kernel)
{
    const void *found = NULL;
    pthread_rwlock_rdlock(&lock);
    for (size_t i = 0; i < kernels.count && !found; i++)
        if (kernels.entry[i].of == kernel)
            found = kernels.entry[i].host;
    pthread_rwlock_unlock(&lock);
    return found;
}

const lw_symbol *cudart_symbol(const void *host)
{
    return find(&symbols, host);
}

lw_status cudart_add_managed(lw_device *device)
{
    lw_status status = LW_SUCCESS;
    pthread_rwlock_rdlock(&lock);
    for (size_t i = 0; i < symbols.count && !status; i++) {
        const lw_symbol *symbol = symbols.entry[i].of;
        void *address;
        if (symbol->kind == LW_SYMBOL_MANAGED)
            status = lw_symbol_get_address(device, &address, symbol);
    }
    pthread_rwlock_unlock(&lock);
    return status;
}

static lw_status restore(lw_device *device, const lw_cuda_symbol *variable)
{
    void *address;
    size_t size = variable->symbol->size;
    if (variable->symbol->kind == LW_SYMBOL_MANAGED) /* the host's code has it too, and may have changed it since */
        return LW_SUCCESS;
    lw_status status = lw_symbol_get_address(device, &address, variable->symbol);
    if (status)
        return status;
    return variable->initial ? lw_memcpy(device, address, variable->initial, size, LW_MEMCPY_HOST_TO_DEVICE)
                             : lw_memset(device, address, 0, size);
}

lw_status cudart_restore_variables(lw_device *device)
{
    lw_status status = LW_SUCCESS;
    pthread_rwlock_rdlock(&lock);
    for (const lw_cuda_file *file = files; file; file = file->next)
        for (const lw_cuda_symbol *variable = file->symbols; variable->name && !status; variable++)
            status = restore(device, variable);
    pthread_rwlock_unlock(&lock);
    return status;
}

/* ---- what clang's code calls ---- */
/* clang's wrapper of a fat binary, which is the file's id here. */
typedef struct wrapper {
    int magic, version;
    const char *id;
    void *unused;
} wrapper;

void **__cudaRegisterFatBinary(void *binary)
{
    const char *id = ((const wrapper *)binary)->id;
    pthread_rwlock_rdlock(&lock);
    lw_cuda_file *file = files;
    while (file && strncmp(file->id, id, strlen(file->id)) != 0)
        file = file->next;
    pthread_rwlock_unlock(&lock);
    if (!file) {
        fputs(
            "lanewise-cudart: host code of a .cu file that lanewise-cc did not compile: its kernels cannot be launched\n",
            stderr);
        abort();
    }
    return (void **)(void *)file;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}

/* The file's own destructor removes it. */
void __cudaUnregisterFatBinary(void **handle)
{
    (void)handle;
}

int __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *thread,
                           void *block, void *block_dim, void *grid_dim, int *warp_size)
{
    (void)device, (void)limit, (void)thread, (void)block, (void)block_dim, (void)grid_dim, (void)warp_size;
    const lw_cuda_file *file = (const lw_cuda_file *)(void *)handle;
    for (const lw_cuda_kernel *kernel = file->kernels; kernel->name; kernel++)
        if (strcmp(kernel->name, name) == 0)
            add(&kernels, host, kernel->kernel, file);
    return 0;
}

/* A managed variable is the host's itself. Static ones of several files can have one name. */
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external, size_t size,
                       int constant, int global)
{
    (void)device, (void)external, (void)size, (void)constant, (void)global;
    const lw_cuda_file *file = (const lw_cuda_file *)(void *)handle;
    for (const lw_cuda_symbol *symbol = file->symbols; symbol->name; symbol++)
        if (symbol->symbol->kind == LW_SYMBOL_MANAGED ? symbol->symbol->address == host
                                                      : strcmp(symbol->name, name) == 0)
            add(&symbols, host, symbol->symbol, file);
}
