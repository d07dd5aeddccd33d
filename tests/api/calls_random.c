/* Random calls of every function of the host interface, right ones and wrong ones, by several threads. In between all threads
 * meet; then the devices are reset, or all handles closed and opened again. LANEWISE_TEST_CALLS is the number of calls. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "api/test_hook.h"
#include "device/kernels.h"
#include "random_calls.h"

/* Less where each takes long. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { DEFAULT_CALLS = 6000 };
#else
enum { DEFAULT_CALLS = 20000 };
#endif
enum { ROUND = 400, MOST_FUNCTIONS = 256, ENOUGH = 100000 };

static struct random_call *calls[MOST_FUNCTIONS];
static int call_count;

void random_call_register(struct random_call *call)
{
    calls[call_count++] = call;
}

/* The linker's order must not matter for a seed. */
static int by_name(const void *a, const void *b)
{
    return strcmp((*(struct random_call *const *)a)->name, (*(struct random_call *const *)b)->name);
}

/* ---- what all threads share ---- */
static void fill_shared(struct session *s, int place)
{
    struct test *t = s->test;
    unsigned char bytes[SHARED_SIZE];
    for (size_t i = 0; i < SHARED_SIZE; i++)
        bytes[i] = shared_byte(i);
    CHECK_STATUS(lw_malloc(s->device[place], (void **)&s->memory[place], SHARED_SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(s->device[place], s->memory[place], bytes, SHARED_SIZE, LW_MEMCPY_HOST_TO_DEVICE),
                 LW_SUCCESS);
}

static void open_shared(struct session *s)
{
    struct test *t = s->test;
    for (int i = 0; i < s->places; i++) {
        CHECK_STATUS(lw_device_open(&s->device[i], s->names[i]), LW_SUCCESS);
        CHECK_STATUS(lw_stream_create(s->device[i], &s->stream[i]), LW_SUCCESS);
        CHECK_STATUS(lw_event_create(s->device[i], &s->event[i]), LW_SUCCESS);
        CHECK_STATUS(lw_memory_pool_create(s->device[i], &s->pool[i]), LW_SUCCESS);
        CHECK_CALL(fill_shared(s, i));
    }
}

static void close_shared(struct session *s)
{
    struct test *t = s->test;
    for (int i = 0; i < s->places; i++)
        CHECK_STATUS(lw_device_close(s->device[i]), LW_SUCCESS);
}

/* Memory is gone; streams, events and pools stay. */
static void reset_devices(struct session *s)
{
    struct test *t = s->test;
    for (int i = 0; i < s->places; i++) {
        lw_device *of_a_thread = s->callers[s->count - 1].own[i];
        CHECK_STATUS(lw_device_reset(i ? s->device[i] : of_a_thread), LW_SUCCESS);
        CHECK_STATUS(lw_memset(s->device[i], s->memory[i], 0, 1), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(s->device[i], "pointer is ");
        CHECK_CALL(fill_shared(s, i));
    }
}

static void check_shared(struct caller *c)
{
    unsigned char got[SHARED_SIZE];
    const struct session *s = c->session;
    for (int i = 0; i < s->places; i++) {
        NEED(c, lw_memcpy_async(s->stream[i], got, s->memory[i], SHARED_SIZE, LW_MEMCPY_DEVICE_TO_HOST));
        if (!NEED(c, lw_stream_synchronize(s->stream[i])))
            return;
        for (size_t j = 0; j < SHARED_SIZE; j++)
            if (got[j] != shared_byte(j))
                caller_fail(c, __FILE__, __LINE__, "byte %zu of the shared memory is %d", j, got[j]);
    }
}

/* ---- a thread ---- */
static void open_own(struct caller *c)
{
    for (int i = 0; i < c->session->places; i++) {
        NEED(c, lw_device_open(&c->own[i], c->session->names[i]));
        NEED(c, lw_event_create(c->own[i], &c->join[i]));
        NEED(c, lw_event_create(c->own[i], &c->graph_event[i]));
    }
    for (int i = 0; i < 2; i++) { /* memory that the devices do not know */
        unsigned char *memory = malloc(MOST_BYTES);
        block_made(c, &c->blocks[i], memory, MOST_BYTES, PLAIN, NULL, 0);
    }
}

static void close_thing(struct caller *c, enum kind kind, struct thing *thing)
{
    void *made = thing->handle;
    lw_device *device = c->own[thing->place];
    switch (kind) {
    case STREAM: NEED(c, lw_stream_destroy((lw_stream *)made)); break;
    case EVENT: NEED(c, lw_event_destroy((lw_event *)made)); break;
    case POOL: NEED(c, lw_memory_pool_destroy((lw_memory_pool *)made)); break;
    case ARRAY: NEED(c, lw_array_destroy((lw_array *)made)); break;
    case GRAPH: NEED(c, lw_graph_destroy((lw_graph *)made)); break;
    case EXEC: NEED(c, lw_graph_exec_destroy((lw_graph_exec *)made)); break;
    case LIBRARY: NEED(c, lw_library_unload((lw_library *)made)); break;
    case PHYSICAL: NEED(c, lw_physical_memory_release((lw_physical_memory *)made)); break;
    case MULTICAST: NEED(c, lw_multicast_release((lw_multicast *)made)); break;
    case OBJECT: NEED(c, lw_user_object_release((lw_user_object *)made, thing->references)); break;
    case TEXTURE: NEED(c, lw_texture_destroy(device, (uintptr_t)made)); break;
    case SURFACE: NEED(c, lw_surface_destroy(device, (uintptr_t)made)); break;
    default: break;
    }
    closed(c, kind, thing);
}

/* Closes what was made through shared handles; what the thread's own handles own, half of the time. */
static void close_things(struct caller *c)
{
    bool all = one_in(c, 2);
    for (int kind = KINDS - 1; kind >= 0; kind--)
        for (int i = 0; i < THINGS; i++) {
            struct thing *thing = &c->things[kind][i];
            if (thing->handle && (all || thing->owner != c->own[thing->place]))
                close_thing(c, (enum kind)kind, thing);
        }
    for (int i = 0; i < BLOCKS; i++) {
        struct block *block = &c->blocks[i];
        if (!block->base || block->space == PLAIN || !(all || block->owner != c->own[block->place]))
            continue;
        lw_device *device = c->own[block->place];
        if (block->space == PINNED)
            NEED(c, lw_free_host(device, block->base));
        else if (block->space == REGISTERED)
            NEED(c, lw_host_unregister(device, block->base));
        else if (block->space < MAPPED - 1 || block->space == MANAGED)
            NEED(c, lw_free(device, block->base));
        else if (block->space == MAPPED)
            continue; /* of the own handle in any case */
        block_gone(c, block);
    }
}

static void close_own(struct caller *c)
{
    close_things(c);
    for (int i = 0; i < c->session->places; i++) {
        NEED(c, lw_device_close(c->own[i]));
        forget(c, c->own[i], false);
        device_done(c, i);
    }
    if (atomic_load(&c->functions) != c->functions_due || atomic_load(&c->callbacks) != c->callbacks_due)
        caller_fail(c, __FILE__, __LINE__, "%lu functions of %lu were called, %lu callbacks of %lu",
                    atomic_load(&c->functions), c->functions_due, atomic_load(&c->callbacks), c->callbacks_due);
    for (int i = 0; i < BLOCKS; i++)
        if (c->blocks[i].base)
            block_gone(c, &c->blocks[i]);
}

/* Of two functions the one that was called less often, so that all are. */
static const struct random_call *some_call(struct caller *c)
{
    const struct random_call *one = calls[below(c, (uint64_t)call_count)],
                             *other = calls[below(c, (uint64_t)call_count)];
    return c->done[one->number] * (one->rarely ? 8 : 1) <= c->done[other->number] * (other->rarely ? 8 : 1) ? one
                                                                                                            : other;
}

static void call_some(struct caller *c, unsigned long count)
{
    struct session *s = c->session;
    unsigned long until = c->made + count;
    while (c->made < until && !c->failed && !atomic_load(&s->failed)) {
        const struct random_call *call = some_call(c);
        if (s->fault && call->never_faulted)
            continue;
        if (call->alone)
            pthread_rwlock_wrlock(&s->alone);
        else
            pthread_rwlock_rdlock(&s->alone);
        random_call_make(c, call);
        pthread_rwlock_unlock(&s->alone);
    }
}

static void check_all(struct caller *c)
{
    if (c->failed)
        return;
    verify_all(c);
    check_shared(c);
    wait_for_all(c);
}

/* All threads wait until the first one has done it. */
static void together(struct caller *c, void (*act)(struct session *s))
{
    struct session *s = c->session;
    pthread_barrier_wait(&s->barrier);
    if (c->number == 0) {
        if (!atomic_load(&s->failed))
            act(s);
        if (s->test->failed)
            atomic_store(&s->failed, true);
        s->over = atomic_load(&s->failed);
    }
    pthread_barrier_wait(&s->barrier);
}

static void check_nothing(struct session *s)
{
    (void)s;
}

static void reopen_shared(struct session *s)
{
    close_shared(s);
    if (!s->test->failed)
        open_shared(s);
}

/* Not while another thread captures. */
static void beside(struct caller *c, void (*act)(struct caller *c))
{
    pthread_rwlock_rdlock(&c->session->alone);
    act(c);
    pthread_rwlock_unlock(&c->session->alone);
}

static void fault_device(struct session *s)
{
    struct test *t = s->test;
    lw_launch_config config = lw_linear(lw_default_stream(s->device[0]), 1, 1);
    lw_status status = lw_launch(api_store, config, (int *)(uintptr_t)16);
    s->fault = LW_ERROR_ILLEGAL_ADDRESS;
    CHECK_STATUS(status ? status : lw_device_synchronize(s->device[0]), s->fault);
}

static void end_fault(struct session *s)
{
    s->fault = LW_SUCCESS;
    reset_devices(s);
}

/* All threads call a device that has a fault, which a reset ends. */
static void call_faulted(struct caller *c)
{
    together(c, fault_device);
    if (!c->session->over)
        call_some(c, ROUND);
    together(c, end_fault);
    forget(c, NULL, true);
}

static void *run(void *user)
{
    struct caller *c = user;
    struct session *s = c->session;
    beside(c, open_own);
    for (unsigned long round = 0; !s->over && round * ROUND < s->calls; round++) {
        call_some(c, ROUND);
        beside(c, check_all);
        if (s->faults && round % 3 == 1) {
            call_faulted(c);
        } else if (round % 3 == 1) {
            together(c, reset_devices);
            forget(c, NULL, true);
        } else if (round % 3 == 2 && round % 2) {
            beside(c, close_own);
            together(c, reopen_shared);
            beside(c, open_own);
        } else {
            together(c, check_nothing);
        }
    }
    beside(c, close_own);
    return NULL;
}

/* ---- the test ---- */
static bool was_called(const struct session *s, int function)
{
    for (int i = 0; i < s->count; i++)
        if (s->callers[i].done[function])
            return true;
    return false;
}

static void check_functions(struct session *s)
{
    struct test *t = s->test;
    for (int i = 0; i < call_count; i++) {
        if (calls[i]->lacking && !on_cpu(t) && !was_called(s, i))
            continue; /* the device has none of the things that it takes */
        bool lacks = calls[i]->refused_only || calls[i]->lacking;
        if (!atomic_load(&s->right[i]) && !lacks)
            FAIL("no call of %s has succeeded", calls[i]->name);
        if (!atomic_load(&s->refused[i]))
            FAIL("no call of %s was refused", calls[i]->name);
    }
}

static void check_ends(const struct session *s)
{
    struct test *t = s->test;
    double until = test_seconds() + 10 * t->slow; /* no call waits for these functions */
    for (int i = 0; i < s->count; i++) {
        const struct caller *c = &s->callers[i];
        while (atomic_load(&c->destroyed) != c->objects && test_seconds() < until)
            nanosleep(&(struct timespec){0, 1000000}, NULL);
        CHECK_EQUAL(atomic_load(&c->destroyed), c->objects);
    }
}

static void check_counts(struct test *t, const lw_test_counts *before)
{
    lw_test_counts now;
    lw_test_count(&now);
    CHECK_EQUAL(now.devices, before->devices);
    CHECK_EQUAL(now.streams, before->streams);
    CHECK_EQUAL(now.events, before->events);
    CHECK_EQUAL(now.libraries, before->libraries);
    CHECK_EQUAL(now.memory_pools, before->memory_pools);
    CHECK_EQUAL(now.graphs, before->graphs);
    CHECK_EQUAL(now.nodes, before->nodes);
    CHECK_EQUAL(now.execs, before->execs);
    CHECK_EQUAL(now.contexts, before->contexts);
    CHECK_EQUAL(now.arrays, before->arrays);
    CHECK_EQUAL(now.physical_memories, before->physical_memories);
    CHECK_EQUAL(now.user_objects, before->user_objects);
}

static unsigned long calls_wanted(const struct test *t)
{
    const char *setting = getenv("LANEWISE_TEST_CALLS");
    unsigned long usual =
        getenv("MESON_EXE_WRAPPER") ? DEFAULT_CALLS / 4 : DEFAULT_CALLS; /* another processor's program */
    return setting && *setting ? strtoul(setting, NULL, 10) : usual / t->slow;
}

static void run_threads(struct session *s)
{
    struct test *t = s->test;
    pthread_barrier_init(&s->barrier, NULL, (unsigned)s->count);
    pthread_rwlock_init(&s->alone, NULL);
    for (int i = 0; i < s->count; i++) {
        struct caller *c = &s->callers[i];
        *c = (struct caller){.session = s, .number = i, .random.random = test_random(t)};
        CHECK_EQUAL(pthread_create(&c->thread, NULL, run, c), 0);
    }
    for (int i = 0; i < s->count; i++)
        pthread_join(s->callers[i].thread, NULL);
    pthread_barrier_destroy(&s->barrier);
    pthread_rwlock_destroy(&s->alone);
}

static void run_session(struct session *s)
{
    struct test *t = s->test;
    size_t before = 0, after = 0, total;
    lw_test_counts before_counts;
    lw_memory_pool *default_pool;
    unsigned long all = calls_wanted(t);
    s->calls = all / (unsigned long)s->count;
    qsort(calls, (size_t)call_count, sizeof calls[0], by_name);
    for (int i = 0; i < call_count; i++)
        calls[i]->number = i;
    CHECK_STATUS(lw_device_get_memory(t->device, &before, &total), LW_SUCCESS);
    /* It ends with the device. */
    CHECK_STATUS(lw_device_get_default_memory_pool(t->device, &default_pool), LW_SUCCESS);
    lw_test_count(&before_counts);
    CHECK_CALL(open_shared(s));
    CHECK_CALL(run_threads(s));
    CHECK_CALL(close_shared(s));
    CHECK_CALL(check_ends(s));
    if (all >= ENOUGH)
        CHECK_CALL(check_functions(s));
    CHECK_CALL(check_counts(t, &before_counts));
    CHECK_STATUS(lw_device_get_memory(t->device, &after, &total), LW_SUCCESS);
    if (on_cpu(t))
        CHECK_EQUAL(after, before);
}

enum { FAULTS = 1, SHORT_OF_MEMORY = 2 };

static void run_calls(struct test *t, const char *peer, unsigned what)
{
    const char *engine = getenv("LANEWISE_ENGINE");
    if (on_cpu(t) && engine && strcmp(engine, "compare") == 0)
        SKIP("between a launch's two runs the memory of all threads is set back");
    struct session *s = calloc(1, sizeof *s);
    CHECK(s != NULL);
    s->test = t;
    s->faults = what & FAULTS;
    s->is_short = what & SHORT_OF_MEMORY;
    s->count = s->is_short ? 1 : CALLERS; /* whose allocation fails is known */
    s->names[0] = t->device_name;
    s->names[1] = peer;
    s->places = peer ? 2 : 1;
    run_session(s);
    free(s);
}

TEST(api, calls_random)
{
    run_calls(t, NULL, 0);
}

TEST(api, calls_random_of_two_devices, .two_devices = true)
{
    lw_device_properties properties;
    char peer[32];
    CHECK_STATUS(lw_device_get_properties(t->peer, &properties), LW_SUCCESS);
    snprintf(peer, sizeof peer, "%s:%d", properties.kind, properties.ordinal);
    /* So the last handle of the device is closed again and again. */
    CHECK_STATUS(lw_device_close(t->peer), LW_SUCCESS);
    run_calls(t, peer, 0);
    CHECK_STATUS(lw_device_open(&t->peer, peer), LW_SUCCESS);
}

/* On a GPU a fault ends with the process: api/sticky_every_call has that. */
TEST(api, calls_random_with_faults, .isolated = true, .cpu_only = true, .seconds = 300)
{
    run_calls(t, NULL, FAULTS);
}

/* A call that finds no memory says so, and changes nothing. */
TEST(api, calls_random_short_of_memory, .cpu_only = true)
{
    run_calls(t, NULL, SHORT_OF_MEMORY);
}
