/* A device's texture and surface objects: what each number that kernels have was made of. */
#ifndef LW_OBJECTS_H
#define LW_OBJECTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <lanewise/texture.h>

typedef struct lw_object {
    uint64_t object;
    bool is_surface;
    const void *owner; /* the device handle */
    lw_texture_resource resource;
    lw_texture_description texture; /* of a texture */
    struct lw_object *next;
} lw_object;

enum { LW_OBJECT_LISTS = 64 };
typedef struct lw_objects {
    pthread_mutex_t lock;
    lw_object *list[LW_OBJECT_LISTS]; /* hashed by the number */
} lw_objects;

void lw_objects_initialize(lw_objects *objects);
void lw_objects_destroy(lw_objects *objects);
/* Owns `object`, from lw_allocate(). */
void lw_objects_insert(lw_objects *objects, lw_object *object);
/* Copies the object; false: there is none of this kind. */
bool lw_objects_find(lw_objects *objects, uint64_t object, bool is_surface, lw_object *found);
/* Removes the object and returns it; the caller frees it. Null: there is none of this kind. */
lw_object *lw_objects_remove(lw_objects *objects, uint64_t object, bool is_surface);
/* Removes and returns some object of the owner or, with null, any; null: there is none. */
lw_object *lw_objects_remove_owned(lw_objects *objects, const void *owner);

#endif
