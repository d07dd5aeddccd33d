#include "map.h"

#include <stdint.h>
#include <stdlib.h>

#include "memory.h"

static size_t place(const map *in, const void *key)
{
    size_t at = (size_t)(((uintptr_t)key >> 3) * 0x9e3779b97f4a7c15ull >> 17) & (in->capacity - 1);
    while (in->key[at] && in->key[at] != key)
        at = (at + 1) & (in->capacity - 1);
    return at;
}

static void grow(map *of)
{
    map old = *of;
    of->capacity = old.capacity ? old.capacity * 2 : 64;
    of->key = fuse_allocate(of->capacity, sizeof *of->key);
    of->value = fuse_allocate(of->capacity, sizeof *of->value);
    for (size_t i = 0; i < old.capacity; i++) {
        if (!old.key[i])
            continue;
        size_t at = place(of, old.key[i]);
        of->key[at] = old.key[i];
        of->value[at] = old.value[i];
    }
    free(old.key);
    free(old.value);
}

void map_put(map *to, const void *key, void *value)
{
    if (2 * (to->count + 1) > to->capacity)
        grow(to);
    size_t at = place(to, key);
    to->count += !to->key[at];
    to->key[at] = key;
    to->value[at] = value;
}

void *map_get(const map *from, const void *key)
{
    return from->capacity ? from->value[place(from, key)] : NULL;
}

void map_free(map *from)
{
    free(from->key);
    free(from->value);
    *from = (map){0};
}
