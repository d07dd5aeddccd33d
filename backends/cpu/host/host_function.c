/* Host functions: an OS thread of their own calls them, so that a function that blocks does not hold up kernels. The
 * first host function starts the thread. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "cpu.h"

/* In a host function the work before it in its stream is done. */
static void guard_managed(const lw_cpu_operation *operation, bool begins)
{
    emu_pool *pool = operation->stream->device->pool;
    emu_pool_lock(pool);
    lw_cpu_managed_function(operation->stream, begins);
    emu_pool_unlock(pool);
}

/* After a fault it calls callbacks alone. */
static void call(const lw_cpu_operation *operation, lw_status status)
{
    bool guards_managed = operation->stream->device->guards_managed;
    if (status && !operation->as.host.callback)
        return;
    emu_print_flush(operation->stream->device->ordinal); /* the kernels' output comes before the function's */
    if (emu_checking)
        emu_check_host_function_begins(operation->check);
    if (guards_managed)
        guard_managed(operation, true);
    lw_host_function_enter();
    if (operation->as.host.callback)
        operation->as.host.callback(status, operation->as.host.user);
    else
        operation->as.host.function(operation->as.host.user);
    lw_host_function_leave();
    if (guards_managed)
        guard_managed(operation, false);
    if (emu_checking)
        emu_check_host_function_ends(operation->check);
}

static void *run_functions(void *argument)
{
    lw_device_impl *device = argument;
    lw_cpu_host_thread *thread = &device->host;
    pthread_mutex_lock(&thread->lock);
    for (;;) {
        lw_cpu_operation *operation = thread->head;
        if (!operation) {
            if (thread->closing)
                break;
            pthread_cond_wait(&thread->changed, &thread->lock);
            continue;
        }
        /* The operation is still its stream's head: `next` belongs to the stream. */
        thread->head = operation->as.host.following;
        pthread_mutex_unlock(&thread->lock);
        if (operation->kind == LW_CPU_OBJECT_END) {
            lw_cpu_object_call(operation);
            pthread_mutex_lock(&thread->lock);
            continue;
        }
        call(operation, (lw_status)atomic_load_explicit(&device->fault, memory_order_acquire));
        emu_pool_lock(device->pool);
        lw_cpu_complete(operation);
        emu_pool_unlock(device->pool);
        pthread_mutex_lock(&thread->lock);
    }
    pthread_mutex_unlock(&thread->lock);
    return NULL;
}

void lw_cpu_host_thread_enqueue(lw_device_impl *device, lw_cpu_operation *operation)
{
    lw_cpu_host_thread *thread = &device->host;
    operation->as.host.following = NULL;
    pthread_mutex_lock(&thread->lock);
    *(thread->head ? &thread->tail->as.host.following : &thread->head) = operation;
    thread->tail = operation;
    pthread_cond_signal(&thread->changed);
    pthread_mutex_unlock(&thread->lock);
}

static lw_status start(lw_device_impl *device)
{
    lw_cpu_host_thread *thread = &device->host;
    bool started = true;
    pthread_mutex_lock(&thread->lock);
    if (!thread->started) {
        sigset_t old;
        emu_pool_block_signals(&old);
        started = !lw_allocation_fails() && pthread_create(&thread->id, NULL, run_functions, device) == 0;
        pthread_sigmask(SIG_SETMASK, &old, NULL);
        thread->started = started;
    }
    pthread_mutex_unlock(&thread->lock);
    return started ? LW_SUCCESS
                   : lw_fail(device, LW_ERROR_SYSTEM, "the system gives no thread to call host functions with");
}

void lw_cpu_host_thread_stop(lw_device_impl *device)
{
    lw_cpu_host_thread *thread = &device->host;
    pthread_mutex_lock(&thread->lock);
    bool started = thread->started;
    thread->closing = true;
    pthread_cond_signal(&thread->changed);
    pthread_mutex_unlock(&thread->lock);
    if (started)
        pthread_join(thread->id, NULL);
}

/* One of `function` and `callback` is null. */
static lw_cpu_operation *make(lw_device_impl *device, lw_host_function function, lw_status_function callback,
                              void *user, lw_status *status)
{
    lw_cpu_operation *operation = lw_allocate(sizeof *operation);
    *status = operation ? start(device)
                        : lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a host function in a stream");
    if (*status) {
        free(operation);
        return NULL;
    }
    operation->kind = LW_CPU_HOST_FUNCTION;
    operation->as.host.function = function;
    operation->as.host.callback = callback;
    operation->as.host.user = user;
    return operation;
}

lw_cpu_operation *lw_cpu_host_function_make(lw_device_impl *device, lw_host_function function, void *user,
                                            lw_status *status)
{
    return make(device, function, NULL, user, status);
}

static lw_status enqueue(lw_stream_impl *stream, lw_cpu_operation *operation, lw_status status)
{
    if (!operation)
        return status;
    emu_pool *pool = stream->device->pool;
    emu_pool_lock(pool);
    lw_cpu_enqueue(stream, operation);
    emu_pool_unlock(pool);
    return LW_SUCCESS;
}

lw_status lw_cpu_host_function(lw_stream_impl *stream, lw_host_function function, void *user)
{
    lw_status status = lw_cpu_capture_forbids_legacy(stream);
    if (status || lw_cpu_captures(stream))
        return status ? status : lw_cpu_capture_host_function(stream, function, user);
    lw_cpu_operation *operation = make(stream->device, function, NULL, user, &status);
    return enqueue(stream, operation, status);
}

lw_status lw_cpu_callback(lw_stream_impl *stream, lw_status_function function, void *user)
{
    lw_status status = lw_cpu_capture_refuses(stream);
    if (status)
        return status;
    lw_cpu_operation *operation = make(stream->device, NULL, function, user, &status);
    return enqueue(stream, operation, status);
}
