/* The table of a device's texture and surface objects. */
#include "objects.h"

#include <stdlib.h>

void lw_objects_initialize(lw_objects *objects)
{
    pthread_mutex_init(&objects->lock, NULL);
}

void lw_objects_destroy(lw_objects *objects)
{
    pthread_mutex_destroy(&objects->lock);
}

static lw_object **list_of(lw_objects *objects, uint64_t object)
{
    return &objects->list[object % LW_OBJECT_LISTS];
}

/* The link to the object, with the lock held. */
static lw_object **link_of(lw_objects *objects, uint64_t object, bool is_surface)
{
    lw_object **link = list_of(objects, object);
    while (*link && ((*link)->object != object || (*link)->is_surface != is_surface))
        link = &(*link)->next;
    return link;
}

static lw_object *unlink_object(lw_object **link)
{
    lw_object *object = *link;
    if (object)
        *link = object->next;
    return object;
}

void lw_objects_insert(lw_objects *objects, lw_object *object)
{
    pthread_mutex_lock(&objects->lock);
    lw_object **list = list_of(objects, object->object);
    object->next = *list;
    *list = object;
    pthread_mutex_unlock(&objects->lock);
}

bool lw_objects_find(lw_objects *objects, uint64_t object, bool is_surface, lw_object *found)
{
    pthread_mutex_lock(&objects->lock);
    const lw_object *at = *link_of(objects, object, is_surface);
    if (at)
        *found = *at;
    pthread_mutex_unlock(&objects->lock);
    return at != NULL;
}

lw_object *lw_objects_remove(lw_objects *objects, uint64_t object, bool is_surface)
{
    pthread_mutex_lock(&objects->lock);
    lw_object *removed = unlink_object(link_of(objects, object, is_surface));
    pthread_mutex_unlock(&objects->lock);
    return removed;
}

lw_object *lw_objects_remove_owned(lw_objects *objects, const void *owner)
{
    lw_object *removed = NULL;
    pthread_mutex_lock(&objects->lock);
    for (int i = 0; i < LW_OBJECT_LISTS && !removed; i++) {
        lw_object **link = &objects->list[i];
        while (*link && owner && (*link)->owner != owner)
            link = &(*link)->next;
        removed = unlink_object(link);
    }
    pthread_mutex_unlock(&objects->lock);
    return removed;
}
