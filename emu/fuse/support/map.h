/* From pointers to pointers. All zeros is an empty map. */
#ifndef FUSE_SUPPORT_MAP_H
#define FUSE_SUPPORT_MAP_H

#include <stddef.h>

typedef struct map {
    const void **key;
    void **value;
    size_t count, capacity;
} map;

void map_put(map *to, const void *key, void *value);
void *map_get(const map *from, const void *key); /* null: not there */
void map_free(map *from);

#endif
