/* Random calls: streams, functions and words of memory in them. */
#include "random_calls.h"

/* A new stream stands for one that was made with `flags`. */
static void keep(struct caller *c, struct thing *thing, lw_stream *stream, lw_device *device, int place, unsigned flags)
{
    made(c, STREAM, thing, stream, device, place);
    thing->flags = flags;
}

RANDOM_CALL(lw_stream_create)
{
    struct thing *thing = room(c, STREAM);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_stream **stream = out(c, "stream", sizeof *stream);
    if (finish(c, lw_stream_create(handle(c, DEVICE, "device", device), stream)))
        keep(c, thing, *stream, device, place, LW_STREAM_NON_BLOCKING);
}

RANDOM_CALL(lw_stream_create_with)
{
    struct thing *thing = room(c, STREAM);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_stream **stream = out(c, "stream", sizeof *stream);
    unsigned right = (unsigned)below(c, 2);
    unsigned flags = wrong(c, "flags is ", LW_ERROR_INVALID_VALUE) ? 2u << below(c, 31) : right;
    int priority = (int)below(c, 20) - 10;
    if (finish(c, lw_stream_create_with(handle(c, DEVICE, "device", device), stream, flags, priority)))
        keep(c, thing, *stream, device, place, right);
}

RANDOM_CALL(lw_stream_destroy)
{
    struct thing *thing = pick(c, STREAM);
    if (!thing)
        return;
    lw_stream *stream = handle(c, STREAM, "stream", thing->handle), *lasting = NULL;
    if (wrong(c, "stream is ", LW_ERROR_INVALID_HANDLE)) {
        stream = lw_default_stream(c->own[thing->place]);
        if (one_in(c, 2) && NEED(c, lw_per_thread_stream(c->own[thing->place], &lasting)))
            stream = lasting;
    }
    if (finish(c, lw_stream_destroy(stream)))
        closed(c, STREAM, thing);
}

RANDOM_CALL(lw_stream_get_flags)
{
    struct thing *thing = pick(c, STREAM);
    if (!thing)
        return;
    unsigned *flags = out(c, "flags", sizeof *flags);
    if (finish(c, lw_stream_get_flags(handle(c, STREAM, "stream", thing->handle), flags)) && *flags != thing->flags)
        caller_fail(c, __FILE__, __LINE__, "flags %u, expected %u", *flags, thing->flags);
}

RANDOM_CALL(lw_stream_get_priority)
{
    int *priority = out(c, "priority", sizeof *priority);
    lw_stream *stream = stream_of(c, place_of(c));
    if (finish(c, lw_stream_get_priority(handle(c, STREAM, "stream", stream), priority)) && *priority > 0)
        caller_fail(c, __FILE__, __LINE__, "priority %d", *priority);
}

RANDOM_CALL(lw_stream_get_device)
{
    struct thing *thing = pick(c, STREAM);
    if (!thing)
        return;
    lw_device **device = out(c, "device", sizeof *device);
    if (finish(c, lw_stream_get_device(handle(c, STREAM, "stream", thing->handle), device)) && *device != thing->owner)
        caller_fail(c, __FILE__, __LINE__, "device %p, expected %p", (void *)*device, (void *)thing->owner);
}

RANDOM_CALL(lw_device_get_stream_priority_range)
{
    int *least = out(c, "least", sizeof *least), *greatest = out(c, "greatest", sizeof *greatest);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    if (finish(c, lw_device_get_stream_priority_range(device, least, greatest)) && (*least != 0 || *greatest > 0))
        caller_fail(c, __FILE__, __LINE__, "priorities %d to %d", *least, *greatest);
}

RANDOM_CALL(lw_legacy_stream)
{
    lw_stream **stream = out(c, "stream", sizeof *stream), *again = NULL;
    lw_device *device = device_of(c, place_of(c));
    if (finish(c, lw_legacy_stream(handle(c, DEVICE, "device", device), stream)) &&
        NEED(c, lw_legacy_stream(device, &again)) && *stream != again)
        caller_fail(c, __FILE__, __LINE__, "two legacy streams");
}

RANDOM_CALL(lw_per_thread_stream)
{
    lw_stream **stream = out(c, "stream", sizeof *stream), *again = NULL;
    lw_device *device = device_of(c, place_of(c));
    if (finish(c, lw_per_thread_stream(handle(c, DEVICE, "device", device), stream)) &&
        NEED(c, lw_per_thread_stream(device, &again)) && *stream != again)
        caller_fail(c, __FILE__, __LINE__, "two streams of one thread");
}

RANDOM_CALL(lw_stream_synchronize)
{
    lw_stream *stream = stream_of(c, place_of(c));
    if (finish(c, lw_stream_synchronize(handle(c, STREAM, "stream", stream))))
        stream_done(c, stream);
}

RANDOM_CALL(lw_stream_query)
{
    lw_stream *stream = stream_of(c, place_of(c));
    allow(c, LW_ERROR_NOT_READY);
    if (finish(c, lw_stream_query(handle(c, STREAM, "stream", stream))))
        stream_done(c, stream);
}

RANDOM_CALL(lw_stream_wait_event)
{
    struct thing *event = pick(c, EVENT);
    lw_stream *stream = stream_of(c, place_of(c));
    lw_event *waited = event && one_in(c, 2) ? event->handle : c->session->event[place_of(c)];
    stream = handle(c, STREAM, "stream", stream);
    finish(c, lw_stream_wait_event(stream, handle(c, EVENT, "event", waited)));
}

static void function(void *user)
{
    struct caller *c = user;
    atomic_fetch_add(&c->functions, 1);
}

RANDOM_CALL(lw_launch_host_function)
{
    lw_stream *stream = stream_of(c, place_of(c));
    lw_host_function right = wrong(c, "function is null", LW_ERROR_INVALID_VALUE) ? NULL : function;
    if (finish(c, lw_launch_host_function(handle(c, STREAM, "stream", stream), right, c)))
        c->functions_due++;
}

static void callback(lw_stream *stream, lw_status status, void *user)
{
    struct caller *c = user;
    (void)stream;
    /* No call is permitted here, and none has an effect. */
    if (status == LW_SUCCESS && lw_device_synchronize(c->session->device[0]) == LW_ERROR_NOT_PERMITTED)
        atomic_fetch_add(&c->callbacks, 1);
}

RANDOM_CALL(lw_stream_add_callback)
{
    lw_stream *stream = stream_of(c, place_of(c));
    lw_stream_callback right = wrong(c, "callback is null", LW_ERROR_INVALID_VALUE) ? NULL : callback;
    if (finish(c, lw_stream_add_callback(handle(c, STREAM, "stream", stream), right, c)))
        c->callbacks_due++;
}

/* ---- words ---- */
struct word {
    struct block *block;
    size_t at;
    lw_stream *stream;
    unsigned char *address;
};

static bool choose_word(struct caller *c, struct word *word, size_t size)
{
    struct block *block = pick_block(c, -1, 1 << IN_DEVICE | 1 << PINNED);
    struct block *refused = pick_block(c, -1, 1 << PLAIN | 1 << IN_ORDER | 1 << MANAGED);
    if (!block || block->size < size)
        return false;
    *word = (struct word){block, below(c, block->size / size) * size, stream_of(c, block->place), NULL};
    use(c, block, word->stream, block->place);
    word->address = block->base + word->at;
    if (wrong(c, "word is null", LW_ERROR_INVALID_VALUE))
        word->address = NULL;
    else if (wrong(c, "not aligned", LW_ERROR_INVALID_VALUE))
        word->address += 1 + below(c, size - 1);
    else if (refused && wrong(c, "word is ", LW_ERROR_INVALID_VALUE))
        word->address = refused->base;
    else if (wrong(c, "word is ", LW_ERROR_INVALID_VALUE))
        word->address = (unsigned char *)(uintptr_t)(8 + below(c, 100) * 8);
    return true;
}

RANDOM_CALL(lw_stream_write_value32)
{
    struct word word;
    uint32_t value = (uint32_t)below(c, UINT32_MAX);
    if (choose_word(c, &word, sizeof value) &&
        finish(c, lw_stream_write_value32(handle(c, STREAM, "stream", word.stream), (uint32_t *)(void *)word.address,
                                          value)))
        memcpy(word.block->shadow + word.at, &value, sizeof value);
}

RANDOM_CALL(lw_stream_write_value64)
{
    struct word word;
    uint64_t value = below(c, UINT64_MAX);
    if (choose_word(c, &word, sizeof value) &&
        finish(c, lw_stream_write_value64(handle(c, STREAM, "stream", word.stream), (uint64_t *)(void *)word.address,
                                          value)))
        memcpy(word.block->shadow + word.at, &value, sizeof value);
}

/* A condition that holds for the number; waits that nothing ends hold up a stream for ever. */
static lw_wait_condition condition_of(struct caller *c, uint64_t now, uint64_t *value, uint64_t all)
{
    *value = now;
    switch (below(c, 4)) {
    case 0: *value = (now - below(c, 100)) & all; return LW_WAIT_GREATER_EQUAL;
    case 1: return now ? LW_WAIT_AND : LW_WAIT_EQUAL;
    case 2: return now != all ? LW_WAIT_NOR : LW_WAIT_EQUAL;
    default: return LW_WAIT_EQUAL;
    }
}

static lw_wait_condition wrong_condition(struct caller *c, lw_wait_condition right)
{
    return wrong(c, "condition is ", LW_ERROR_INVALID_VALUE) ? (lw_wait_condition)(4 + (int)below(c, 100)) : right;
}

RANDOM_CALL(lw_stream_wait_value32)
{
    struct word word;
    uint32_t now;
    uint64_t value;
    if (!choose_word(c, &word, sizeof now))
        return;
    memcpy(&now, word.block->shadow + word.at, sizeof now);
    lw_wait_condition right = condition_of(c, now, &value, UINT32_MAX);
    lw_wait_condition condition = wrong_condition(c, right);
    finish(c, lw_stream_wait_value32(handle(c, STREAM, "stream", word.stream), (const uint32_t *)(void *)word.address,
                                     (uint32_t)value, condition));
}

RANDOM_CALL(lw_stream_wait_value64)
{
    struct word word;
    uint64_t now, value;
    if (!choose_word(c, &word, sizeof now))
        return;
    memcpy(&now, word.block->shadow + word.at, sizeof now);
    lw_wait_condition right = condition_of(c, now, &value, UINT64_MAX);
    lw_wait_condition condition = wrong_condition(c, right);
    finish(c, lw_stream_wait_value64(handle(c, STREAM, "stream", word.stream), (const uint64_t *)(void *)word.address,
                                     value, condition));
}

/* ---- windows of the cache ---- */
RANDOM_CALL(lw_stream_set_access_policy_window)
{
    struct block *block = pick_block(c, -1, 1 << IN_DEVICE);
    if (!block)
        return;
    lw_access_policy_window window = {.pointer = block->base,
                                      .size = block->size,
                                      .hit_ratio = (float)below(c, 2),
                                      .hit = (lw_access_property)below(c, 3),
                                      .miss = (lw_access_property)below(c, 2)};
    const lw_access_policy_window *right = &window;
    if (wrong(c, "window is null", LW_ERROR_INVALID_VALUE))
        right = NULL;
    else if (wrong(c, "window has ", LW_ERROR_INVALID_VALUE))
        window.size = SIZE_MAX;
    else if (wrong(c, "hit ratio", LW_ERROR_INVALID_VALUE))
        window.hit_ratio = one_in(c, 2) ? -1.0f : 1.5f;
    else if (wrong(c, "window has hit", LW_ERROR_INVALID_VALUE))
        window.miss = LW_ACCESS_PERSISTING;
    lw_stream *stream = stream_of(c, block->place);
    finish(c, lw_stream_set_access_policy_window(handle(c, STREAM, "stream", stream), right));
}

RANDOM_CALL(lw_stream_get_access_policy_window)
{
    lw_access_policy_window *window = out(c, "window", sizeof *window);
    lw_stream *stream = stream_of(c, place_of(c));
    if (finish(c, lw_stream_get_access_policy_window(handle(c, STREAM, "stream", stream), window)) &&
        (window->hit_ratio < 0 || window->hit_ratio > 1))
        caller_fail(c, __FILE__, __LINE__, "hit ratio %g", (double)window->hit_ratio);
}

RANDOM_CALL(lw_device_reset_persisting_l2_cache)
{
    finish(c, lw_device_reset_persisting_l2_cache(handle(c, DEVICE, "device", device_of(c, place_of(c)))));
}

/* ---- other code's streams ---- */
RANDOM_CALL(lw_stream_native, .lacking = true)
{
    void **native = out(c, "native", sizeof *native);
    lw_stream *stream = stream_of(c, place_of(c));
    allow(c, LW_ERROR_NOT_SUPPORTED);
    finish(c, lw_stream_native(handle(c, STREAM, "stream", stream), native));
}

RANDOM_CALL(lw_stream_adopt, .lacking = true)
{
    struct thing *of = pick(c, STREAM), *thing = room(c, STREAM);
    void *native = NULL;
    if (!of || !thing)
        return;
    lw_stream **stream = out(c, "stream", sizeof *stream);
    lw_device *device = device_of(c, of->place);
    if (lw_stream_native((lw_stream *)of->handle, &native)) {
        c->chosen = -1; /* no device like this has native streams, and says so before all else */
        expect(c, "", LW_ERROR_NOT_SUPPORTED);
        finish(c, lw_stream_adopt(device, stream ? stream : (lw_stream **)(void *)c->out, NULL));
        return;
    }
    /* The handle goes before what it stands for. */
    if (finish(c, lw_stream_adopt(handle(c, DEVICE, "device", device), stream, native)))
        NEED(c, lw_stream_destroy(*stream));
}
