/* The variables of kernels (LW_GLOBAL, LW_CONSTANT), of which each CPU device has an instance.
 *
 * Compiled kernels address a variable by its symbol, so one instance is in its place at a time: the first device's, except
 * while grids of another device run. Those grids exchange the instances when they begin and when the last of them has
 * ended. So grids of different devices that have variables exclude each other. A grid has the variables of its program or
 * library, which is an image here. Copies and sets go to their device's instance, wherever it is when they begin; nothing is
 * exchanged while they run.
 *
 * With one device nothing of this is needed, and nothing happens. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "../../../api/grace.h"
#include "cpu.h"

enum { ALIGNMENT = 16 };

/* An image is freed when its library is unloaded. Libraries that the program itself unloads are not reported: their images stay.
 * The module of an image's first variable has the image as its state; a library that was loaded again has none. */
struct lw_cpu_variables {
    lw_module *module;
    const struct lw_symbol *symbols, *symbols_end;
    const void *base; /* load address; null: unknown, as in a static program, which is never unloaded */
    size_t bytes;     /* of an instance */
    char *initial;
    char *instance[EMU_MOST_DEVICES];         /* of the devices that have used it, while it is not in place */
    emu_check_cells *cells[EMU_MOST_DEVICES]; /* checked mode: of these instances */
    unsigned in_place;                        /* whose instance is */
    _Atomic(lw_cpu_variables *) next;
    lw_cpu_variables *next_exchanged;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for changes of the list and of an image's pointers */
static _Atomic(lw_cpu_variables *) images;
static lw_grace searches = {.lock = PTHREAD_MUTEX_INITIALIZER}; /* of the list, without the lock */

static size_t size_of(const struct lw_symbol *symbol)
{
    return symbol->kind == LW_SYMBOL_MANAGED ? 0 : (symbol->size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Copies the variables from their places to an instance, or back. */
static void move(const lw_cpu_variables *image, char *instance, bool back)
{
    for (const struct lw_symbol *symbol = image->symbols; symbol != image->symbols_end; symbol++) {
        size_t size = size_of(symbol) ? symbol->size : 0;
        if (back)
            memcpy(symbol->address, instance, size);
        else
            memcpy(instance, symbol->address, size);
        instance += size_of(symbol);
    }
}

static lw_cpu_variables *make(lw_module *first, const lw_module *module, const void *base)
{
    lw_cpu_variables *image = lw_allocate(sizeof *image);
    if (!image)
        return NULL;
    image->module = first;
    image->symbols = module->symbols;
    image->symbols_end = module->symbols_end;
    image->base = base;
    for (const struct lw_symbol *symbol = image->symbols; symbol != image->symbols_end; symbol++)
        image->bytes += size_of(symbol);
    image->initial = image->bytes ? lw_allocate(image->bytes) : NULL;
    if (image->bytes && !image->initial) {
        free(image);
        return NULL;
    }
    move(image, image->initial, false);
    return image;
}

/* With the lock held. Null: out of memory. */
static lw_cpu_variables *find_or_make(const lw_module *module, const void *base)
{
    lw_module *first = (lw_module *)(uintptr_t)module->symbols->module;
    lw_cpu_variables *image = atomic_load_explicit(&images, memory_order_relaxed);
    while (image && image != first->state[LW_BACKEND_CPU]) /* which may be a comparison's, too */
        image = atomic_load_explicit(&image->next, memory_order_relaxed);
    if (image)
        return image;
    image = make(first, module, base);
    if (image) {
        first->state[LW_BACKEND_CPU] = image;
        atomic_store_explicit(&image->next, atomic_load_explicit(&images, memory_order_relaxed), memory_order_relaxed);
        atomic_store_explicit(&images, image, memory_order_release);
    }
    return image;
}

/* With the lock held. */
static bool make_instance(lw_cpu_variables *image, unsigned device)
{
    if (image->instance[device])
        return true;
    char *instance = lw_allocate(image->bytes);
    emu_check_cells *cells = instance && emu_checking ? emu_check_cells_make(image->symbols, image->symbols_end) : NULL;
    if (!instance || (emu_checking && !cells)) {
        free(instance);
        return false;
    }
    memcpy(instance, image->initial, image->bytes);
    image->cells[device] = cells;
    image->instance[device] = instance;
    return true;
}

bool lw_cpu_variables_prepare(const lw_device_impl *device, const lw_module *module, lw_cpu_variables **image)
{
    *image = NULL;
    if (device->shared->count == 1 || !module || module->symbols == module->symbols_end)
        return true;
    Dl_info info; /* without the lock, as below */
    const void *base = dladdr(module->symbols, &info) ? info.dli_fbase : NULL;
    pthread_mutex_lock(&lock);
    lw_cpu_variables *found = find_or_make(module, base);
    bool made = found;
    if (found && found->bytes && device->ordinal)
        made = make_instance(found, 0) && make_instance(found, device->ordinal);
    pthread_mutex_unlock(&lock);
    if (made && found->bytes)
        *image = found;
    return made;
}

void lw_cpu_variables_forget(void)
{
    pthread_mutex_lock(&lock);
    for (lw_cpu_variables *image = atomic_load_explicit(&images, memory_order_relaxed); image;
         image = atomic_load_explicit(&image->next, memory_order_relaxed))
        for (unsigned i = 0; i < EMU_MOST_DEVICES; i++) {
            emu_check_cells_free(image->cells[i]);
            free(image->instance[i]);
            image->cells[i] = NULL;
            image->instance[i] = NULL;
        }
    pthread_mutex_unlock(&lock);
}

/* ---- the memory of copies and sets ---- */
static bool is_loaded(const lw_cpu_variables *image)
{
    Dl_info info;
    return !image->base || (dladdr(image->symbols, &info) && info.dli_fbase == image->base &&
                            image->module->state[LW_BACKEND_CPU] == image);
}

static bool is_in(const char *address, const char *begin, size_t size)
{
    return begin && (uintptr_t)address - (uintptr_t)begin < size;
}

/* The variable at the address, and its offset in an instance; null: there is none. */
static const struct lw_symbol *find_variable(const lw_cpu_variables *image, const char *address, size_t *offset)
{
    const struct lw_symbol *symbol = image->symbols;
    for (*offset = 0; symbol != image->symbols_end; *offset += size_of(symbol++))
        if (size_of(symbol) && is_in(address, symbol->address, symbol->size))
            return symbol;
    return NULL;
}

static bool find_in_images(lw_cpu_variables *image, unsigned device, const void *pointer, lw_cpu_variable *found)
{
    for (; image; image = atomic_load_explicit(&image->next, memory_order_acquire)) {
        size_t offset;
        if (!is_loaded(image)) /* without the lock: a library's constructor may call into Lanewise */
            continue;
        const struct lw_symbol *symbol = find_variable(image, pointer, &offset);
        if (!symbol)
            continue;
        pthread_mutex_lock(&lock);
        bool used = image->instance[device];
        pthread_mutex_unlock(&lock);
        *found = (lw_cpu_variable){
            .image = image,
            .place = (void *)(uintptr_t)pointer,
            .offset = offset + (size_t)((const char *)pointer - (const char *)symbol->address),
            .device = used ? device : 0,
        };
        return true;
    }
    return false;
}

bool lw_cpu_variables_find(unsigned device, const void *pointer, lw_cpu_variable *found)
{
    /* With one device now, images are of devices that are closed. */
    if (lw_cpu_shared_now()->count == 1 || !atomic_load_explicit(&images, memory_order_acquire))
        return false;
    unsigned side = lw_grace_enter(&searches);
    pthread_mutex_lock(&lock); /* orders the search after an image's end, or its end after the search */
    lw_cpu_variables *first = atomic_load_explicit(&images, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
    bool any = find_in_images(first, device, pointer, found);
    lw_grace_leave(&searches, side);
    return any;
}

/* ---- which instances are in place; with the pool's lock held ---- */
static void exchange(lw_cpu_variables *image, unsigned device)
{
    if (emu_checking)
        emu_check_cells_exchange(image->symbols, image->symbols_end, image->cells[image->in_place],
                                 image->cells[device]);
    move(image, image->instance[image->in_place], false);
    move(image, image->instance[device], true);
    image->in_place = device;
}

/* Frees an image that is no longer in the list. */
static void drop(lw_cpu_shared *shared, lw_cpu_variables *image)
{
    emu_pool_lock(shared->pool);
    for (lw_cpu_variables **link = &shared->variables.exchanged; *link; link = &(*link)->next_exchanged)
        if (*link == image) {
            exchange(image, 0); /* other grids of that device still run */
            *link = image->next_exchanged;
            break;
        }
    emu_pool_unlock(shared->pool);
    lw_grace_wait(&searches);
    for (unsigned i = 0; i < EMU_MOST_DEVICES; i++) {
        emu_check_cells_free(image->cells[i]);
        free(image->instance[i]);
    }
    free(image->initial);
    free(image);
}

void lw_cpu_variables_unload(lw_device_impl *device, uintptr_t begin, size_t size)
{
    lw_cpu_variables *found;
    do {
        pthread_mutex_lock(&lock);
        _Atomic(lw_cpu_variables *) *link = &images;
        while ((found = atomic_load_explicit(link, memory_order_relaxed)) && (uintptr_t)found->symbols - begin >= size)
            link = &found->next;
        if (found) {
            if ((uintptr_t)found->module - begin < size && found->module->state[LW_BACKEND_CPU] == found)
                found->module->state[LW_BACKEND_CPU] = NULL;
            atomic_store_explicit(link, atomic_load_explicit(&found->next, memory_order_relaxed), memory_order_release);
        }
        pthread_mutex_unlock(&lock);
        if (found)
            drop(device->shared, found);
    } while (found);
}

/* Where the device's variable is now. */
static void *locate(const lw_cpu_variable *variable)
{
    const lw_cpu_variables *image = variable->image;
    return image->in_place == variable->device ? variable->place : image->instance[variable->device] + variable->offset;
}

static void locate_sides(lw_cpu_operation *operation)
{
    if (operation->kind == LW_CPU_WRITE_VALUE) {
        operation->as.value.wanted.word = locate(&operation->as.value.to);
        return;
    }
    if (operation->as.transfer.to.image)
        operation->as.transfer.copy.destination = locate(&operation->as.transfer.to);
    if (operation->as.transfer.from.image)
        operation->as.transfer.copy.source = locate(&operation->as.transfer.from);
}

static bool needs_exchange(const lw_cpu_operation *grid)
{
    return grid->image && grid->variables_of && grid->image->in_place != grid->variables_of;
}

static void begin(lw_cpu_shared *shared, lw_cpu_operation *operation)
{
    lw_cpu_variables *image = operation->image;
    if (operation->kind != LW_CPU_GRID) {
        shared->variables.copies++;
        locate_sides(operation);
    } else {
        shared->variables.grids++;
        shared->variables.device = operation->variables_of;
    }
    if (operation->kind == LW_CPU_GRID && needs_exchange(operation)) {
        exchange(image, operation->variables_of);
        image->next_exchanged = shared->variables.exchanged;
        shared->variables.exchanged = image;
    }
    if (!operation->node)
        operation->stream->running = &operation->task;
    emu_pool_submit(shared->pool, &operation->task);
}

static bool may_begin(const lw_cpu_shared *shared, const lw_cpu_operation *grid)
{
    bool held = shared->variables.grids || shared->variables.exchanged;
    if (held && shared->variables.device != grid->variables_of)
        return false;
    return shared->variables.copies == 0 || !needs_exchange(grid);
}

static void begin_waiting(lw_cpu_shared *shared, lw_cpu_operation *operation)
{
    int none = 0;
    if (operation->kind == LW_CPU_GRID &&
        atomic_load_explicit(&operation->stream->device->fault, memory_order_relaxed) != LW_SUCCESS)
        atomic_compare_exchange_strong(&((lw_cpu_launch *)operation)->grid.failed, &none, 1);
    begin(shared, operation);
}

/* Grids: first come, first served, so that no device waits for ever. Copies and sets begin before grids that wait for
 * grids, which may wait for these copies; a grid that waits for copies alone comes before later ones. */
static void begin_what_may(lw_cpu_shared *shared)
{
    bool grid_waits = false, copies_wait = false;
    for (lw_cpu_operation **link = &shared->variables.waiting, *operation; (operation = *link);) {
        bool is_grid = operation->kind == LW_CPU_GRID;
        if (is_grid ? !grid_waits && may_begin(shared, operation) : !copies_wait) {
            *link = operation->next_waiting;
            begin_waiting(shared, operation);
            continue;
        }
        if (is_grid && !grid_waits)
            copies_wait = !shared->variables.grids || shared->variables.device == operation->variables_of;
        grid_waits = grid_waits || is_grid;
        link = &operation->next_waiting;
    }
}

void lw_cpu_submit(lw_device_impl *device, lw_cpu_operation *operation)
{
    lw_cpu_shared *shared = device->shared;
    operation->next_waiting = NULL;
    if (device->timed)
        lw_cpu_time_operation(operation);
    if (!operation->uses_variables) {
        if (!operation->node)
            operation->stream->running = &operation->task;
        emu_pool_submit(device->pool, &operation->task);
        return;
    }
    lw_cpu_operation **link = &shared->variables.waiting;
    while (*link)
        link = &(*link)->next_waiting;
    *link = operation;
    begin_what_may(shared);
}

void lw_cpu_variables_done(lw_cpu_operation *operation)
{
    if (!operation->uses_variables)
        return;
    lw_cpu_shared *shared = operation->stream->device->shared;
    if (operation->kind == LW_CPU_GRID)
        shared->variables.grids--;
    else
        shared->variables.copies--;
    if (!shared->variables.grids && !shared->variables.copies)
        while (shared->variables.exchanged) {
            lw_cpu_variables *image = shared->variables.exchanged;
            shared->variables.exchanged = image->next_exchanged;
            exchange(image, 0);
        }
    begin_what_may(shared);
}
