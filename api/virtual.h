/* A device's reserved addresses, the physical memory that is mapped there, and other processes' memory. */
#ifndef LW_VIRTUAL_H
#define LW_VIRTUAL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lanewise/ipc.h>
#include <lanewise/virtual_memory.h>

struct lw_context;
struct lw_multicast_object;
struct lw_physical_impl;

/* Physical memory. Handles and mappings share it; each has a reference. */
typedef struct lw_physical {
    struct lw_context *context;
    struct lw_physical_impl *impl;
    size_t size; /* 0: unknown */
    lw_memory_handle_type handle_type;
    unsigned references; /* with the lock of the addresses */
} lw_physical;

typedef struct lw_mapping {
    uintptr_t base;
    size_t size;
    lw_physical *physical;                 /* null: a multicast object */
    struct lw_multicast_object *multicast; /* that is mapped; or null */
    bool open;                             /* its own device may access it; of a multicast object the backend knows */
    bool was_open;                         /* before the call that sets the access */
    bool leaving;                          /* a thread unmaps it, or changes the access */
    struct lw_mapping *next;
} lw_mapping;

typedef struct lw_reservation {
    uintptr_t base;
    size_t size;
    const lw_device *owner;
    lw_mapping *mappings; /* by address */
    struct lw_reservation *next;
} lw_reservation;

/* Another process's memory. */
typedef struct lw_opened {
    uintptr_t base;
    size_t size;
    lw_ipc_memory_handle handle;
    const lw_device *owner;
    unsigned users, opens; /* opens: of the backend's */
    struct lw_opened *next;
} lw_opened;

/* The lock is not held while the backend waits for the device. It comes before a table's lock. */
typedef struct lw_addresses {
    pthread_mutex_t lock;
    lw_reservation *reservations;
    lw_opened *opened;
} lw_addresses;

#endif
