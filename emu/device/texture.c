/* The table of texture and surface objects. An object is a number: the place in the table, and how often the place was
 * used, so that a destroyed object is not taken for a new one. The table only grows, so kernels read it without a lock.
 */
#include "texture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"

enum { CHUNK = 64, CHUNKS = 16384, USES = 32 };

typedef struct entry {
    _Atomic(uint64_t) object; /* 0: free */
    uint32_t uses;
    uint32_t next_free; /* place + 1; 0: the last */
    emu_texture texture;
} entry;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(entry *) chunks[CHUNKS];
static uint32_t used, first_free;

static entry *entry_of(uint32_t place)
{
    entry *chunk = place < CHUNK * CHUNKS ? atomic_load_explicit(&chunks[place / CHUNK], memory_order_acquire) : NULL;
    return chunk ? &chunk[place % CHUNK] : NULL;
}

/* A free place, with the lock held; CHUNK * CHUNKS: there is no memory. */
static uint32_t take(void)
{
    if (first_free) {
        uint32_t place = first_free - 1;
        first_free = entry_of(place)->next_free;
        return place;
    }
    if (used == CHUNK * CHUNKS)
        return CHUNK * CHUNKS;
    if (used % CHUNK == 0) {
        entry *chunk = emu_allocate(CHUNK * sizeof *chunk);
        if (!chunk)
            return CHUNK * CHUNKS;
        atomic_store_explicit(&chunks[used / CHUNK], chunk, memory_order_release);
    }
    return used++;
}

uint64_t emu_texture_add(const emu_texture *texture)
{
    uint64_t object = 0;
    pthread_mutex_lock(&lock);
    uint32_t place = take();
    if (place < CHUNK * CHUNKS) {
        entry *made = entry_of(place);
        object = (uint64_t)++made->uses << USES | (place + 1);
        made->texture = *texture;
        made->texture.object = object;
        atomic_store_explicit(&made->object, object, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return object;
}

static entry *find(uint64_t object)
{
    entry *at = (uint32_t)object ? entry_of((uint32_t)object - 1) : NULL;
    return at && atomic_load_explicit(&at->object, memory_order_acquire) == object ? at : NULL;
}

const emu_texture *emu_texture_find(uint64_t object)
{
    const entry *at = find(object);
    return at ? &at->texture : NULL;
}

bool emu_texture_remove(const void *device, uint64_t object)
{
    pthread_mutex_lock(&lock);
    entry *at = find(object);
    bool found = at && at->texture.device == device;
    if (found) {
        atomic_store_explicit(&at->object, 0, memory_order_release);
        at->next_free = first_free;
        first_free = (uint32_t)object;
    }
    pthread_mutex_unlock(&lock);
    return found;
}
