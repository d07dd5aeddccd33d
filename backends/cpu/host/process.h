/* Memory, pools and events of several processes. */
#ifndef LW_CPU_PROCESS_H
#define LW_CPU_PROCESS_H

#include "device.h"

/* ipc.c, shared_memory.c, shared_pool.c, shared_event.c */
extern const lw_ipc_backend lw_cpu_ipc;
typedef struct lw_cpu_process { /* a process and its start, as its number may be used again */
    int32_t id;
    uint64_t start;
} lw_cpu_process;
lw_cpu_process lw_cpu_this_process(void);
bool lw_cpu_process_lives(lw_cpu_process process);
/* Opens another process's file, which has this inode; -1: it is not there any more; -2: no memory. */
int lw_cpu_process_file(lw_cpu_process process, int file, uint64_t inode);
uint64_t lw_cpu_inode(int file);

enum { LW_CPU_MEMORY_HANDLE = 0x4d4d574c, LW_CPU_EVENT_HANDLE = 0x4d45574c, LW_CPU_POINTER_HANDLE = 0x4d50574c };
typedef struct lw_cpu_handle {
    uint32_t what;
    int32_t files[2]; /* descriptors of the process; the second one: -1, or of the second page */
    uint32_t offset;  /* bytes of the first page before the memory */
    lw_cpu_process process;
    uint64_t inodes[2];
    uint64_t size; /* bytes of the memory */
    uint64_t pool; /* the inode of its pool's file */
} lw_cpu_handle;
lw_status lw_cpu_give_memory(lw_device_impl *device, lw_cpu_handle *made, void *pointer, size_t size);
lw_status lw_cpu_open_memory(lw_device_impl *device, void **pointer, const lw_cpu_handle *theirs);
/* Of lw_cpu_open_memory(): copies are refused from now on; with the pool's lock held. */
void lw_cpu_discount_memory(lw_device_impl *device, void *pointer);
void lw_cpu_unmap_memory(lw_device_impl *device, void *pointer);
lw_status lw_cpu_refuse_gone(lw_device_impl *device, const lw_cpu_handle *theirs, const char *what);

lw_status lw_cpu_pool_create_shared(lw_device_impl *device, size_t most, lw_memory_pool_impl **created);
lw_status lw_cpu_pool_export(lw_memory_pool_impl *pool, int *descriptor);
lw_status lw_cpu_pool_import(lw_device_impl *device, int descriptor, lw_memory_pool_impl **imported);
lw_status lw_cpu_pool_export_pointer(lw_device_impl *device, void *data, void *pointer, size_t size);
lw_status lw_cpu_pool_import_pointer(lw_memory_pool_impl *pool, void **pointer, const void *data);

typedef struct lw_cpu_shared_event lw_cpu_shared_event;
lw_cpu_shared_event *lw_cpu_shared_event_make(lw_device_impl *device); /* null, with a message: no memory */
/* Takes the file. Null: no memory, or no event's file. */
lw_cpu_shared_event *lw_cpu_shared_event_open(int file);
int lw_cpu_shared_event_file(const lw_cpu_shared_event *shared);
/* The next ones with the pool's lock held. */
lw_cpu_shared_event *lw_cpu_shared_event_use(lw_cpu_shared_event *shared);
void lw_cpu_shared_event_drop(lw_cpu_shared_event *shared);       /* `shared` may be null; the last user frees it */
uint64_t lw_cpu_shared_event_record(lw_cpu_shared_event *shared); /* a new record; its number */
void lw_cpu_shared_event_reach(lw_cpu_shared_event *shared, uint64_t number);
uint64_t lw_cpu_shared_event_latest(lw_cpu_shared_event *shared); /* the number of the latest record; 0: none */
/* Whether the record is reached, or its process has ended. */
bool lw_cpu_shared_event_reached(lw_cpu_shared_event *shared, uint64_t number);
/* Whether the event's latest record is another process's; its number. */
bool lw_cpu_event_foreign(const lw_event_impl *event, uint64_t *number);

#endif
