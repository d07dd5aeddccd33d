/* Libraries of kernels that a program loads while it runs. */
#include "library.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(lw_library) <= 128, "pool slots");
lw_pool lw_libraries = LW_POOL_INITIALIZER(128);

enum { FAT_BINARY = 0xBA55ED50, CUBIN_MACHINE = 190 };

/* What the kernels and symbols of CUDA's own code are kept in: lists. */
struct lw_image_kernel {
    lw_kernel *kernel;
    struct lw_image_kernel *next;
};
struct lw_image_symbol {
    lw_symbol *symbol;
    struct lw_image_symbol *next;
};

typedef enum contents { UNKNOWN, SHARED_LIBRARY, CUDA_CODE } contents;

static bool is_text(const char *data, size_t size)
{
    size_t length = strnlen(data, size);
    return length == size || length == size - 1;
}

static contents contents_of(const char *data, size_t size)
{
    uint32_t magic = 0;
    uint16_t machine = 0;
    if (size >= sizeof magic)
        memcpy(&magic, data, sizeof magic);
    if (magic == FAT_BINARY)
        return CUDA_CODE;
    if (size >= sizeof(Elf64_Ehdr) && memcmp(data, ELFMAG, SELFMAG) == 0) {
        memcpy(&machine, data + offsetof(Elf64_Ehdr, e_machine), sizeof machine);
        return machine == CUBIN_MACHINE ? CUDA_CODE : SHARED_LIBRARY;
    }
    return size > 0 && is_text(data, size) && strstr(data, ".version") ? CUDA_CODE : UNKNOWN;
}

static lw_status take(const char *function, lw_device *device, const char *name, lw_library **taken)
{
    lw_library *library = lw_pool_take(&lw_libraries);
    char *copy = library ? lw_allocate(strlen(name) + 1) : NULL;
    if (!copy) {
        if (library)
            lw_pool_give(&lw_libraries, library);
        return lw_refuse(device->context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a library's handle", function);
    }
    library->device = device;
    library->context = device->context;
    library->name = strcpy(copy, name);
    pthread_mutex_init(&library->lock, NULL);
    *taken = library;
    return LW_SUCCESS;
}

/* Where a shared library lies. */
typedef struct place {
    uintptr_t load_address, begin, end;
} place;

static int find_segments(struct dl_phdr_info *info, size_t size, void *argument)
{
    (void)size;
    place *of = argument;
    if (info->dlpi_addr != of->load_address)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type != PT_LOAD)
            continue;
        if (!of->end || begin < of->begin)
            of->begin = begin;
        if (begin + segment->p_memsz > of->end)
            of->end = begin + segment->p_memsz;
    }
    return 1;
}

/* The addresses of the library's modules. */
static place place_of(const lw_library *library)
{
    struct link_map *map;
    place found = {0, 0, 0};
    if (library->handle && dlinfo(library->handle, RTLD_DI_LINKMAP, &map) == 0) {
        found.load_address = map->l_addr;
        dl_iterate_phdr(find_segments, &found);
    } else if (library->image) {
        found.begin = (uintptr_t)library->image;
        found.end = found.begin + 1;
    }
    return found;
}

/* Takes the library's variables out of all devices' tables: other memory may get their addresses. */
static void forget_variables(const lw_library *library)
{
    const lw_backend *backend = library->context->backend;
    place of = place_of(library);
    uint64_t cursor = 0;
    for (lw_context *context; of.end && (context = lw_context_next(backend, &cursor));) {
        lw_table_forget_symbols(&context->ranges, of.begin, of.end - of.begin);
        lw_context_close(context);
    }
    if (of.load_address && backend->library_unload)
        backend->library_unload(library->context->impl, of.begin, of.end - of.begin);
}

/* Waits for the other devices, too, which may run the library's kernels; not for what they capture. */
static void wait_for_others(const lw_context *own)
{
    const lw_graph_backend *graphs = own->backend->graphs;
    lw_capture_mode mode = graphs->exchange_mode(LW_CAPTURE_RELAXED);
    uint64_t cursor = 0;
    for (lw_context *context; (context = lw_context_next(own->backend, &cursor));) {
        if (context != own)
            context->backend->finish_work(context->impl);
        lw_context_close(context);
    }
    graphs->exchange_mode(mode);
    lw_message_discard();
}

/* Frees what the handle holds, and the handle. */
static void drop(lw_library *library)
{
    const lw_backend *backend = library->context->backend;
    forget_variables(library);
    while (library->kernels) {
        struct lw_image_kernel *next = library->kernels->next;
        free(library->kernels->kernel);
        free(library->kernels);
        library->kernels = next;
    }
    while (library->symbols) {
        struct lw_image_symbol *next = library->symbols->next;
        free(library->symbols->symbol);
        free(library->symbols);
        library->symbols = next;
    }
    if (library->image)
        backend->image_unload(library->context->impl, library->image);
    if (library->handle)
        dlclose(library->handle);
    free(library->name);
    pthread_mutex_destroy(&library->lock);
    lw_pool_give(&lw_libraries, library);
}

static lw_status finish(lw_library *library, lw_status status, lw_library **loaded)
{
    if (status) {
        drop(library);
        return status;
    }
    lw_pool_publish(library);
    *loaded = library;
    return LW_SUCCESS;
}

/* `path`: null for memory. A 0 follows the data. */
static lw_status open_library(const char *function, lw_library *library, const char *data, size_t size,
                              const char *path)
{
    lw_context *context = library->context;
    const lw_backend *backend = context->backend;
    lw_load_failure failure;
    switch (contents_of(data, size)) {
    case UNKNOWN:
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: %s is neither a shared library nor CUDA's code (cubin, fat binary, PTX)", function,
                         library->name);
    case CUDA_CODE:
        if (!backend->image_load)
            return lw_refuse(context, LW_ERROR_NO_KERNEL_IMAGE,
                             "%s: %s is CUDA's code, which device %s cannot run; load a shared library of kernels "
                             "(lanewise-cc -shared)",
                             function, library->name, context->name);
        lw_message_discard();
        return lw_finish(context, function,
                         backend->image_load(context->impl, data, size, library->name, &library->image));
    default: break;
    }
    library->handle = path ? lw_library_open_file(path, &failure) : lw_library_open_data(data, size, &failure);
    if (library->handle)
        return LW_SUCCESS;
    return lw_refuse(context, failure.status, "%s: the system cannot load %s: %s", function, library->name,
                     failure.message);
}

lw_status lw_library_load(lw_device *device, lw_library **loaded, const char *path)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!loaded || !path)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__,
                         loaded ? "path" : "library");
    size_t size;
    char *data = lw_read_file(path, &size);
    if (!data && errno == ENOMEM)
        return lw_refuse(device->context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory to read %s", __func__, path);
    if (!data)
        return lw_refuse(device->context, LW_ERROR_FILE_NOT_FOUND, "%s: %s cannot be read: %s", __func__, path,
                         strerror(errno));
    lw_library *library;
    status = take(__func__, device, path, &library);
    if (!status)
        status = finish(library, open_library(__func__, library, data, size, path), loaded);
    free(data);
    return status;
}

static lw_status load_data(const char *function, lw_device *device, lw_library **loaded, const void *data, size_t size,
                           const char *name)
{
    char *copy = lw_allocate(size + 1); /* a 0 follows: CUDA reads PTX up to it */
    if (!copy)
        return lw_refuse(device->context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for %zu bytes of code", function,
                         size);
    memcpy(copy, data, size);
    lw_library *library;
    lw_status status = take(function, device, name, &library);
    if (!status)
        status = finish(library, open_library(function, library, copy, size, NULL), loaded);
    free(copy);
    return status;
}

lw_status lw_library_load_data(lw_device *device, lw_library **loaded, const void *data, size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!loaded || !data)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__,
                         loaded ? "data" : "library");
    if (size == 0)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: size is 0", __func__);
    return load_data(__func__, device, loaded, data, size, "data");
}

lw_status lw_library_compile(lw_device *device, lw_library **loaded, const char *source, const char *name,
                             const char *const *options, char *log, size_t log_size)
{
    static const char *const none[] = {NULL};
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!loaded || !source)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__, loaded ? "source" : "library");
    if (log && log_size)
        log[0] = 0;
    else
        log_size = 0;
    lw_compiler_run run = {source, name ? name : "source.c", options ? options : none, log, log_size};
    void *image = NULL;
    size_t size;
    if (context->backend->compile) {
        lw_message_discard();
        status = context->backend->compile(context->impl, &run, &image, &size);
        if (status != LW_ERROR_NOT_SUPPORTED) {
            status = lw_finish(context, __func__, status);
            if (!status)
                status = load_data(__func__, device, loaded, image, size, run.name);
            free(image);
            return status;
        }
    }
    lw_library *library;
    status = take(__func__, device, run.name, &library);
    if (!status)
        status = finish(library, lw_library_run_compiler(__func__, context, &run, &library->handle), loaded);
    return status;
}

/* ---- kernels and symbols ---- */
static lw_status enter(const char *function, lw_library *library, const char *name, const void *result,
                       const char *result_name)
{
    lw_status status = lw_enter_handle(function, "library", "library", &lw_libraries, library);
    if (!status)
        status = lw_enter_context(library->context);
    if (!status && (!name || !result))
        status = lw_refuse(library->context, LW_ERROR_INVALID_VALUE, "%s: %s is null", function,
                           name ? result_name : "name");
    return status;
}

/* The record of a kernel (suffix "__kernel") or variable ("__symbol") of a shared library. */
static lw_status find_record(const char *function, lw_library *library, const char *name, const char *suffix,
                             void **record)
{
    size_t length = strlen(name) + strlen(suffix) + 1;
    char *symbol = lw_allocate(length);
    if (!symbol)
        return lw_refuse(library->context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a name", function);
    snprintf(symbol, length, "%s%s", name, suffix);
    *record = dlsym(library->handle, symbol);
    free(symbol);
    return *record ? LW_SUCCESS
                   : lw_refuse(library->context, LW_ERROR_INVALID_SYMBOL, "%s: %s has no %s %.200s", function,
                               library->name, strcmp(suffix, "__kernel") ? "variable" : "kernel", name);
}

static lw_status find_image_kernel(const char *function, lw_library *library, const char *name, const lw_kernel **found)
{
    lw_context *context = library->context;
    for (struct lw_image_kernel *each = library->kernels; each; each = each->next)
        if (strcmp(each->kernel->name, name) == 0) {
            *found = each->kernel;
            return LW_SUCCESS;
        }
    struct lw_image_kernel *made = lw_allocate(sizeof *made);
    if (!made)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a kernel's entry", function);
    lw_message_discard();
    lw_status status = lw_finish(context, function,
                                 context->backend->image_kernel(context->impl, library->image, name, &made->kernel));
    if (status) {
        free(made);
        return status;
    }
    made->next = library->kernels;
    library->kernels = made;
    *found = made->kernel;
    return LW_SUCCESS;
}

lw_status lw_library_get_kernel(lw_library *library, const char *name, const lw_kernel **kernel)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, library, name, kernel, "kernel");
    if (status)
        return status;
    if (library->image) {
        pthread_mutex_lock(&library->lock);
        status = find_image_kernel(__func__, library, name, kernel);
        pthread_mutex_unlock(&library->lock);
        return status;
    }
    void *record;
    status = find_record(__func__, library, name, "__kernel", &record);
    if (!status && ((const lw_kernel *)record)->version != LW_DESCRIPTOR_VERSION)
        status = lw_refuse_version(__func__, library->context, record);
    if (!status)
        *kernel = record;
    return status;
}

static lw_status find_image_symbol(const char *function, lw_library *library, const char *name, const lw_symbol **found)
{
    lw_context *context = library->context;
    for (struct lw_image_symbol *each = library->symbols; each; each = each->next)
        if (strcmp(each->symbol->name, name) == 0) {
            *found = each->symbol;
            return LW_SUCCESS;
        }
    struct lw_image_symbol *made = lw_allocate(sizeof *made);
    if (!made)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a variable's entry", function);
    lw_message_discard();
    lw_status status = lw_finish(context, function,
                                 context->backend->image_symbol(context->impl, library->image, name, &made->symbol));
    if (status) {
        free(made);
        return status;
    }
    made->next = library->symbols;
    library->symbols = made;
    *found = made->symbol;
    return LW_SUCCESS;
}

lw_status lw_library_get_symbol(lw_library *library, const char *name, const lw_symbol **symbol)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, library, name, symbol, "symbol");
    if (status)
        return status;
    if (library->image) {
        pthread_mutex_lock(&library->lock);
        status = find_image_symbol(__func__, library, name, symbol);
        pthread_mutex_unlock(&library->lock);
        return status;
    }
    void *record;
    status = find_record(__func__, library, name, "__symbol", &record);
    if (!status)
        *symbol = record;
    return status;
}

/* ---- the end ---- */
lw_status lw_library_unload(lw_library *library)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_handle(__func__, "library", "library", &lw_libraries, library);
    if (!status)
        status = lw_enter_context(library->context);
    if (status)
        return status;
    lw_context *context = library->context;
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->synchronize(context->impl));
    if (status && !LW_ERROR_IS_STICKY(status))
        return status;            /* a capture forbids the wait: kernels may run */
    if (!lw_pool_retire(library)) /* another thread was first */
        return lw_refuse_handle(__func__, "library", "library", &lw_libraries, library);
    wait_for_others(context);
    drop(library);
    return status;
}

static bool belongs_to(const void *library, const void *device)
{
    return ((const lw_library *)library)->device == device;
}

void lw_library_close_all(const lw_device *device)
{
    size_t cursor = 0;
    bool waited = false;
    for (lw_library *library; (library = lw_pool_retire_owned(&lw_libraries, belongs_to, device, &cursor));) {
        if (!waited)
            wait_for_others(device->context);
        waited = true;
        drop(library);
    }
}
