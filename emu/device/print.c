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

typedef struct fifo {
    size_t limit, capacity;   /* bytes: of new rings, 0: DEFAULT_LIMIT; of each ring, 0 before they exist */
    ring filled, spare;       /* threads add to `filled`; a flush exchanges the two */
    atomic_bool maybe_filled; /* `filled` may hold records */
} fifo;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all variables below; taken after `flushing` */
/* One flush at a time, so that the output stays in order. */
static pthread_mutex_t flushing = PTHREAD_MUTEX_INITIALIZER;
static fifo fifos[EMU_MOST_DEVICES];
static atomic_bool held; /* while true, flushes print nothing */

static size_t limit_of(const fifo *f)
{
    return f->limit ? f->limit : DEFAULT_LIMIT;
}

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
static bool make_rings(fifo *f)
{
    if (f->capacity)
        return true;
    f->filled = (ring){.memory = map(limit_of(f))};
    f->spare = (ring){.memory = f->filled.memory ? map(limit_of(f)) : NULL};
    if (f->spare.memory) {
        f->capacity = limit_of(f);
        return true;
    }
    if (f->filled.memory)
        munmap(f->filled.memory, limit_of(f));
    f->filled.memory = NULL;
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
static char *make_room(const fifo *f, ring *in, size_t size)
{
    for (;;) {
        if (!in->wrapped) {
            if (in->head == in->tail)
                in->head = in->tail = 0;
            if (f->capacity - in->tail >= size)
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

bool emu_print_add(unsigned device, const emu_print *print)
{
    fifo *f = &fifos[device];
    pthread_mutex_lock(&lock);
    bool fits = make_rings(f) && print->size <= f->capacity;
    if (fits) {
        memcpy(make_room(f, &f->filled, print->size), print, print->size);
        atomic_store_explicit(&f->maybe_filled, true, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return fits;
}

/* Under `flushing`, without the lock. */
static void print_filled(fifo *f)
{
    pthread_mutex_lock(&lock);
    ring taken = f->filled;
    f->filled = f->spare;
    f->spare = (ring){.memory = taken.memory};
    pthread_mutex_unlock(&lock);
    while (taken.wrapped || taken.head != taken.tail) {
        emu_print_write(record_at(&taken, taken.head));
        drop_oldest(&taken);
    }
    /* Cleared only after printing, so that a concurrent flush waits for this one. */
    pthread_mutex_lock(&lock);
    if (!f->filled.wrapped && f->filled.head == f->filled.tail)
        atomic_store_explicit(&f->maybe_filled, false, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
}

void emu_print_flush(unsigned device)
{
    fifo *f = &fifos[device];
    if (!atomic_load_explicit(&f->maybe_filled, memory_order_acquire))
        return;
    pthread_mutex_lock(&flushing);
    if (!atomic_load_explicit(&held, memory_order_relaxed))
        print_filled(f);
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
    fifo *f = &fifos[0];
    *taken = (emu_prints){0};
    pthread_mutex_lock(&lock);
    size_t size = f->filled.wrapped ? f->filled.top - f->filled.head + f->filled.tail : f->filled.tail - f->filled.head;
    char *next = size ? emu_allocate(size) : NULL;
    bool took = next || !size;
    if (next)
        *taken = (emu_prints){.bytes = next, .size = size};
    while (next && (f->filled.wrapped || f->filled.head != f->filled.tail)) {
        const emu_print *record = record_at(&f->filled, f->filled.head);
        memcpy(next, record, record->size);
        next += record->size;
        taken->count++;
        drop_oldest(&f->filled);
    }
    pthread_mutex_unlock(&lock);
    return took;
}

void emu_print_put(const emu_prints *prints)
{
    for (size_t place = 0; place < prints->size;) {
        const emu_print *record = (const emu_print *)(const void *)(prints->bytes + place);
        emu_print_add(0, record);
        place += record->size;
    }
}

size_t emu_print_limit(unsigned device)
{
    pthread_mutex_lock(&lock);
    size_t value = limit_of(&fifos[device]);
    pthread_mutex_unlock(&lock);
    return value;
}

bool emu_print_set_limit(unsigned device, size_t bytes)
{
    fifo *f = &fifos[device];
    pthread_mutex_lock(&lock);
    bool unused = f->capacity == 0;
    if (unused) {
        f->limit = bytes < SMALLEST_LIMIT ? SMALLEST_LIMIT : bytes > LARGEST_LIMIT ? LARGEST_LIMIT : bytes;
        f->limit = (f->limit + 7) / 8 * 8;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

void emu_print_close(unsigned device)
{
    fifo *f = &fifos[device];
    pthread_mutex_lock(&flushing); /* another OS thread may print from the rings */
    print_filled(f);
    pthread_mutex_lock(&lock);
    if (f->capacity) {
        munmap(f->filled.memory, f->capacity);
        munmap(f->spare.memory, f->capacity);
    }
    f->filled = f->spare = (ring){0};
    f->capacity = 0;
    f->limit = 0;
    atomic_store_explicit(&f->maybe_filled, false, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&flushing);
}
