/* Multicast objects: which devices have them, and what is bound. Handles and mappings share an object; each has a reference. */
#ifndef LW_MULTICAST_H
#define LW_MULTICAST_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include <lanewise/multicast.h>

struct lw_backend;
struct lw_context;
struct lw_multicast_impl;
struct lw_physical;

/* Memory of a device, which has a reference to it. */
typedef struct lw_bound {
    struct lw_context *context;
    struct lw_physical *physical;
    size_t offset, size; /* in the object */
    bool busy;           /* a thread binds or unbinds it */
    struct lw_bound *next;
} lw_bound;

typedef struct lw_multicast_object {
    const struct lw_backend *backend;
    struct lw_multicast_impl *impl;
    size_t size, granularity;
    unsigned references;
    unsigned device_count, added;
    lw_bound *bound;
    struct lw_multicast_object *next;
    int ordinals[]; /* of the devices that are added */
} lw_multicast_object;

/* Guards objects. It is not held while the backend waits for devices, and is taken after the lock of reserved addresses. */
extern pthread_mutex_t lw_multicast_lock;
extern lw_multicast_object *lw_multicast_objects;

/* With the lock held. */
bool lw_multicast_has(const lw_multicast_object *object, const struct lw_context *context); /* the device is added */
/* Without it: waits until all devices are added. */
lw_status lw_multicast_wait(const char *function, const struct lw_context *context, lw_multicast_object *object);
/* Without it: the last reference unbinds everything, and frees the object. */
void lw_multicast_drop(lw_multicast_object *object);
/* Unbinds, of one object or, with null, of all, what is of the context or, with null, of any. */
void lw_multicast_unbind_all(lw_multicast_object *object, const struct lw_context *context);

#endif
