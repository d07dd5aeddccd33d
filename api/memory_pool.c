/* Pools of stream-ordered memory. A device has one default pool and one current pool, for all of its handles. */
#include "dispatch.h"

static lw_status enter(const char *function, const lw_memory_pool *pool)
{
    lw_status status = lw_enter_handle(function, "pool", "memory pool", &lw_memory_pools, pool);
    return status ? status : lw_enter_context(pool->context);
}

static lw_status refuse_unsupported(const char *function, const lw_context *context)
{
    return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: device %s has no memory pools", function, context->name);
}

lw_status lw_memory_pool_open(const char *function, lw_context *context, lw_device *device, size_t most,
                              lw_memory_pool **opened)
{
    if (!context->properties.memory_pools)
        return refuse_unsupported(function, context);
    lw_memory_pool *pool = lw_pool_take(&lw_memory_pools);
    if (!pool)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a memory pool's handle", function);
    lw_message_discard();
    lw_status status = device ? context->backend->pool_create(context->impl, most, &pool->impl)
                              : context->backend->pool_default(context->impl, &pool->impl);
    if (status) {
        lw_pool_give(&lw_memory_pools, pool);
        return lw_finish(context, function, status);
    }
    pool->context = context;
    pool->device = device;
    lw_pool_publish(pool);
    *opened = pool;
    return LW_SUCCESS;
}

/* With the lock held. */
static lw_status find_default(const char *function, lw_context *context, lw_memory_pool **pool)
{
    lw_memory_pool *found = atomic_load(&context->default_pool);
    lw_status status = found ? LW_SUCCESS : lw_memory_pool_open(function, context, NULL, 0, &found);
    if (status)
        return status;
    atomic_store(&context->default_pool, found);
    *pool = found;
    return LW_SUCCESS;
}

lw_status lw_memory_pool_current(const char *function, lw_context *context, lw_memory_pool **pool)
{
    if (!context->current_pool)
        return find_default(function, context, pool);
    *pool = context->current_pool;
    return LW_SUCCESS;
}

/* The handle is dead, and the caller's. */
static void close_pool(lw_memory_pool *pool)
{
    lw_context *context = pool->context;
    pthread_mutex_lock(&context->pool_lock);
    if (context->current_pool == pool)
        context->current_pool = NULL;
    pthread_mutex_unlock(&context->pool_lock);
    if (pool->device)
        context->backend->pool_destroy(pool->impl);
    lw_pool_give(&lw_memory_pools, pool);
}

static bool belongs_to(const void *pool, const void *device)
{
    return ((const lw_memory_pool *)pool)->device == device;
}

void lw_memory_pool_close_all(const lw_device *device)
{
    size_t cursor = 0;
    for (lw_memory_pool *pool; (pool = lw_pool_retire_owned(&lw_memory_pools, belongs_to, device, &cursor));)
        close_pool(pool);
}

void lw_memory_pool_close_default(lw_context *context)
{
    if (context->default_pool && lw_pool_retire(context->default_pool))
        close_pool(context->default_pool);
}

lw_status lw_memory_pool_create(lw_device *device, lw_memory_pool **pool)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!pool)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: pool is null", __func__);
    return lw_memory_pool_open(__func__, device->context, device, 0, pool);
}

lw_status lw_memory_pool_destroy(lw_memory_pool *pool)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, pool);
    if (status)
        return status;
    if (!pool->device)
        return lw_refuse(pool->context, LW_ERROR_INVALID_VALUE,
                         "%s: pool is the default pool of device %s, which is never destroyed", __func__,
                         pool->context->name);
    if (!lw_pool_retire(pool)) /* another thread was first */
        return lw_refuse_handle(__func__, "pool", "memory pool", &lw_memory_pools, pool);
    close_pool(pool);
    return LW_SUCCESS;
}

lw_status lw_device_get_default_memory_pool(lw_device *device, lw_memory_pool **pool)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!pool)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pool is null", __func__);
    pthread_mutex_lock(&context->pool_lock);
    status = find_default(__func__, context, pool);
    pthread_mutex_unlock(&context->pool_lock);
    return status;
}

lw_status lw_device_get_memory_pool(lw_device *device, lw_memory_pool **pool)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!pool)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pool is null", __func__);
    pthread_mutex_lock(&context->pool_lock);
    status = lw_memory_pool_current(__func__, context, pool);
    pthread_mutex_unlock(&context->pool_lock);
    return status;
}

lw_status lw_device_set_memory_pool(lw_device *device, lw_memory_pool *pool)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (!status)
        status = lw_enter_handle(__func__, "pool", "memory pool", &lw_memory_pools, pool);
    if (status)
        return status;
    lw_context *context = device->context;
    if (pool->context != context)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: pool belongs to device %s, not to %s", __func__,
                         pool->context->name, context->name);
    if (pool->imported)
        return lw_memory_pool_refuse_imported(__func__, pool, "allocates its memory");
    pthread_mutex_lock(&context->pool_lock);
    context->current_pool = pool->device ? pool : NULL;
    pthread_mutex_unlock(&context->pool_lock);
    return LW_SUCCESS;
}

static lw_status check_attribute(const char *function, const lw_context *context, lw_memory_pool_attribute attribute)
{
    if (attribute < LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES || attribute > LW_MEMORY_POOL_USED_HIGH)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: attribute is %d, which is no lw_memory_pool_attribute",
                         function, (int)attribute);
    return LW_SUCCESS;
}

lw_status lw_memory_pool_get_attribute(lw_memory_pool *pool, lw_memory_pool_attribute attribute, uint64_t *value)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, pool);
    if (!status)
        status = check_attribute(__func__, pool->context, attribute);
    if (status)
        return status;
    if (!value)
        return lw_refuse(pool->context, LW_ERROR_INVALID_VALUE, "%s: value is null", __func__);
    if (pool->imported)
        return lw_memory_pool_refuse_imported(__func__, pool, "alone reads its attributes");
    lw_message_discard();
    return lw_finish(pool->context, __func__, pool->context->backend->pool_get(pool->impl, attribute, value));
}

lw_status lw_memory_pool_set_attribute(lw_memory_pool *pool, lw_memory_pool_attribute attribute, uint64_t value)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, pool);
    if (!status)
        status = check_attribute(__func__, pool->context, attribute);
    if (status)
        return status;
    const lw_context *context = pool->context;
    if (pool->imported)
        return lw_memory_pool_refuse_imported(__func__, pool, "alone sets its attributes");
    if (attribute == LW_MEMORY_POOL_RESERVED_CURRENT || attribute == LW_MEMORY_POOL_USED_CURRENT)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: attribute is %s, which can only be read", __func__,
                         attribute == LW_MEMORY_POOL_USED_CURRENT ? "LW_MEMORY_POOL_USED_CURRENT"
                                                                  : "LW_MEMORY_POOL_RESERVED_CURRENT");
    if (attribute > LW_MEMORY_POOL_RELEASE_THRESHOLD && value)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: value is %llu; the most that a pool had can only be set to 0", __func__,
                         (unsigned long long)value);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->pool_set(pool->impl, attribute, value));
}

lw_status lw_memory_pool_trim(lw_memory_pool *pool, size_t keep)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, pool);
    if (status)
        return status;
    if (pool->imported)
        return lw_memory_pool_refuse_imported(__func__, pool, "trims it");
    lw_message_discard();
    return lw_finish(pool->context, __func__, pool->context->backend->pool_trim(pool->impl, keep));
}

/* Both handles are alive, and neither device has a fault. */
static lw_status enter_both(const char *function, const lw_memory_pool *pool, const lw_device *device)
{
    lw_status status = enter(function, pool);
    return status ? status : lw_enter_device(function, device);
}

lw_status lw_memory_pool_set_access(lw_memory_pool *pool, lw_device *device, lw_memory_access access)
{
    LW_NOTE_CALLER();
    lw_status status = enter_both(__func__, pool, device);
    if (status)
        return status;
    lw_context *context = pool->context, *other = device->context;
    if (access != LW_MEMORY_ACCESS_NONE && access != LW_MEMORY_ACCESS_READ && access != LW_MEMORY_ACCESS_READ_WRITE)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: access is %d, which is no lw_memory_access", __func__,
                         (int)access);
    if (access == LW_MEMORY_ACCESS_READ)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                         "%s: access is LW_MEMORY_ACCESS_READ, which no device has without writing", __func__);
    if (other == context && access == LW_MEMORY_ACCESS_NONE)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: access is LW_MEMORY_ACCESS_NONE, but a device always reaches its own pools", __func__);
    if (other == context)
        return LW_SUCCESS;
    if (other->backend != context->backend)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: device %s does not reach memory of device %s", __func__,
                         other->name, context->name);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->pool_set_access(pool->impl, other->impl, access));
}

lw_status lw_memory_pool_get_access(lw_memory_pool *pool, lw_device *device, lw_memory_access *access)
{
    LW_NOTE_CALLER();
    lw_status status = enter_both(__func__, pool, device);
    if (status)
        return status;
    lw_context *context = pool->context, *other = device->context;
    if (!access)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: access is null", __func__);
    if (other == context || other->backend != context->backend) {
        *access = other == context ? LW_MEMORY_ACCESS_READ_WRITE : LW_MEMORY_ACCESS_NONE;
        return LW_SUCCESS;
    }
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->pool_get_access(pool->impl, other->impl, access));
}
