/* The FIFO of device code's printf(): a ring of records, which the host prints when it flushes. */
#include "print.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../host/allocate.h"
#include "../machine/machine.h"

/* The bounds are an H200's. */
#define DEFAULT_LIMIT ((size_t)1 << 20)
#define SMALLEST_LIMIT ((size_t)512 << 10)
#define LARGEST_LIMIT ((size_t)2 << 30)

/* Each record is contiguous. Records lie from `head` to `tail`; in a wrapped ring from `head` to `top`,
 * then from 0 to `tail`. */
typedef struct ring {
    char *memory;
    size_t head, tail, top;
    bool wrapped;
} ring;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all variables below; taken after `flushing` */
/* One flush at a time, so that the output stays in order. */
static pthread_mutex_t flushing = PTHREAD_MUTEX_INITIALIZER;
static size_t limit = DEFAULT_LIMIT, capacity; /* bytes: of new rings; of each ring, 0 before they exist */
static ring filled, spare;                     /* threads add to `filled`; a flush exchanges the two */
static atomic_bool maybe_filled, held;         /* `filled` may hold records; while true, flushes print nothing */

static const emu_print *record_at(const ring *of, size_t place)
{
    return (const emu_print *)(const void *)(of->memory + place);
}

static char *map(size_t size)
{
    if (emu_allocation_fails && emu_allocation_fails())
        return NULL;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* Under the lock. */
static bool make_rings(void)
{
    if (capacity)
        return true;
    filled = (ring){.memory = map(limit)};
    spare = (ring){.memory = filled.memory ? map(limit) : NULL};
    if (spare.memory) {
        capacity = limit;
        return true;
    }
    if (filled.memory)
        munmap(filled.memory, limit);
    filled.memory = NULL;
    return false;
}

static void drop_oldest(ring *from)
{
    from->head += record_at(from, from->head)->size;
    if (from->wrapped && from->head == from->top) {
        from->head = 0;
        from->wrapped = false;
    }
}

/* The place for a record of `size` bytes, at most the capacity; drops the oldest records if they are in the way. */
static char *make_room(ring *in, size_t size)
{
    for (;;) {
        if (!in->wrapped) {
            if (in->head == in->tail)
                in->head = in->tail = 0;
            if (capacity - in->tail >= size)
                break;
            in->top = in->tail;
            in->tail = 0;
            in->wrapped = true;
        }
        if (in->head - in->tail >= size)
            break;
        drop_oldest(in);
    }
    char *place = in->memory + in->tail;
    in->tail += size;
    return place;
}

bool emu_print_add(const emu_print *print)
{
    pthread_mutex_lock(&lock);
    bool fits = make_rings() && print->size <= capacity;
    if (fits) {
        memcpy(make_room(&filled, print->size), print, print->size);
        atomic_store_explicit(&maybe_filled, true, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return fits;
}

/* Under `flushing`, without the lock. */
static void print_filled(void)
{
    pthread_mutex_lock(&lock);
    ring taken = filled;
    filled = spare;
    spare = (ring){.memory = taken.memory};
    pthread_mutex_unlock(&lock);
    while (taken.wrapped || taken.head != taken.tail) {
        emu_print_write(record_at(&taken, taken.head));
        drop_oldest(&taken);
    }
    /* Cleared only after printing, so that a concurrent flush waits for this one. */
    pthread_mutex_lock(&lock);
    if (!filled.wrapped && filled.head == filled.tail)
        atomic_store_explicit(&maybe_filled, false, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
}

void emu_print_flush(void)
{
    if (!atomic_load_explicit(&maybe_filled, memory_order_acquire))
        return;
    pthread_mutex_lock(&flushing);
    if (!atomic_load_explicit(&held, memory_order_relaxed))
        print_filled();
    pthread_mutex_unlock(&flushing);
}

void emu_print_hold(bool hold)
{
    pthread_mutex_lock(&flushing);
    atomic_store_explicit(&held, hold, memory_order_relaxed);
    pthread_mutex_unlock(&flushing);
}

bool emu_print_take(emu_prints *taken)
{
    *taken = (emu_prints){0};
    pthread_mutex_lock(&lock);
    size_t size = filled.wrapped ? filled.top - filled.head + filled.tail : filled.tail - filled.head;
    char *next = size ? emu_allocate(size) : NULL;
    bool took = next || !size;
    if (next)
        *taken = (emu_prints){.bytes = next, .size = size};
    while (next && (filled.wrapped || filled.head != filled.tail)) {
        const emu_print *record = record_at(&filled, filled.head);
        memcpy(next, record, record->size);
        next += record->size;
        taken->count++;
        drop_oldest(&filled);
    }
    pthread_mutex_unlock(&lock);
    return took;
}

void emu_print_put(const emu_prints *prints)
{
    for (size_t place = 0; place < prints->size;) {
        const emu_print *record = (const emu_print *)(const void *)(prints->bytes + place);
        emu_print_add(record);
        place += record->size;
    }
}

size_t emu_print_limit(void)
{
    pthread_mutex_lock(&lock);
    size_t value = limit;
    pthread_mutex_unlock(&lock);
    return value;
}

bool emu_print_set_limit(size_t bytes)
{
    pthread_mutex_lock(&lock);
    bool unused = capacity == 0;
    if (unused) {
        limit = bytes < SMALLEST_LIMIT ? SMALLEST_LIMIT : bytes > LARGEST_LIMIT ? LARGEST_LIMIT : bytes;
        limit = (limit + 7) / 8 * 8;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

void emu_print_close(void)
{
    pthread_mutex_lock(&flushing); /* another OS thread may print from the rings */
    print_filled();
    pthread_mutex_lock(&lock);
    if (capacity) {
        munmap(filled.memory, capacity);
        munmap(spare.memory, capacity);
    }
    filled = spare = (ring){0};
    capacity = 0;
    limit = DEFAULT_LIMIT;
    atomic_store_explicit(&maybe_filled, false, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&flushing);
}
