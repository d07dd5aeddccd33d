/* Memory of devices: allocations, managed and virtual memory, arrays and what textures read. */
#ifndef LW_CPU_MEMORY_H
#define LW_CPU_MEMORY_H

#include "device.h"

/* memory.c */
lw_status lw_cpu_allocate(lw_device_impl *device, void **pointer, size_t size);
lw_status lw_cpu_retire(lw_device_impl *device, void *pointer);
lw_status lw_cpu_release(lw_device_impl *device, void *pointer);
lw_status lw_cpu_allocate_host(lw_device_impl *device, void **pointer, size_t size, unsigned flags);
lw_status lw_cpu_release_host(lw_device_impl *device, void *pointer);
lw_status lw_cpu_register_host(lw_device_impl *device, void *pointer, size_t size, unsigned flags);
lw_status lw_cpu_unregister_host(lw_device_impl *device, void *pointer);
lw_status lw_cpu_symbol(lw_device_impl *device, const lw_symbol *symbol, void **address, size_t *size);

/* access_policy.c */
lw_status lw_cpu_set_window(lw_stream_impl *stream, const lw_access_policy_window *window);
lw_status lw_cpu_get_window(lw_stream_impl *stream, lw_access_policy_window *window);
lw_status lw_cpu_reset_l2(lw_device_impl *device);

/* managed.c */
lw_status lw_cpu_allocate_managed(lw_device_impl *device, void **pointer, size_t size, unsigned flags);
bool lw_cpu_release_managed(lw_device_impl *device, void *pointer); /* false: it is no managed allocation */
lw_status lw_cpu_attach(lw_stream_impl *stream, void *pointer, size_t size, unsigned flags);
lw_status lw_cpu_advise(lw_device_impl *device, const lw_part *part, lw_memory_advice advice,
                        lw_memory_location location);
lw_status lw_cpu_prefetch(lw_stream_impl *stream, const lw_part *part, lw_memory_location location);
lw_status lw_cpu_range_attribute(lw_device_impl *device, const lw_part *part, lw_memory_range_attribute attribute,
                                 int *value);
void lw_cpu_managed_close(lw_cpu_shared *shared); /* of variables; the last device has closed */
/* With the lock held, where the device guards managed memory: opens it to the host, or closes it. A grid is queued in the
 * stream; the host has waited for the stream up to the ticket, or with null for all; a host function of the stream is called
 * (`begins`) or has returned; the stream is freed. */
void lw_cpu_managed_launch(lw_stream_impl *stream, uint64_t ticket);
void lw_cpu_managed_waited(lw_device_impl *device, lw_stream_impl *stream, uint64_t ticket);
void lw_cpu_managed_reached(lw_device_impl *device, const lw_cpu_mark *mark); /* the host has waited for it */
void lw_cpu_managed_function(lw_stream_impl *stream, bool begins);
void lw_cpu_managed_forget(lw_stream_impl *stream, bool freed);

/* virtual_memory.c */
extern const lw_virtual_backend lw_cpu_virtual_memory;
/* A file of `size` bytes in memory, whose size cannot change; -1: the system gives none, and there is a message. */
int lw_cpu_memory_file(lw_device_impl *device, size_t size);
/* Makes memory mapped at the address accessible to kernels, or, after the device's work so far, inaccessible. */
lw_status lw_cpu_open_mapping(lw_device_impl *device, void *pointer, size_t size);
lw_status lw_cpu_close_mapping(lw_device_impl *device, void *pointer);
int lw_cpu_physical_file(const lw_physical_impl *memory);
/* multicast.c */
extern const lw_multicast_backend lw_cpu_multicast;

/* array.c, texture.c */
lw_status lw_cpu_array_create(lw_device_impl *device, const lw_array_shape *shape, lw_array_impl **array);
lw_status lw_cpu_array_destroy(lw_device_impl *device, lw_array_impl *array);
lw_status lw_cpu_array_copy(lw_stream_impl *stream, const lw_array_box *box);
lw_status lw_cpu_texture_create(lw_device_impl *device, lw_array_impl *array, const lw_texture_resource *resource,
                                const lw_texture_description *texture, uint64_t *object);
lw_status lw_cpu_surface_create(lw_device_impl *device, lw_array_impl *array, unsigned level, uint64_t *object);
lw_status lw_cpu_object_destroy(lw_device_impl *device, uint64_t object); /* a texture or surface */

#endif
