/* Random calls: events. */
#include "random_calls.h"

RANDOM_CALL(lw_event_create)
{
    struct thing *thing = room(c, EVENT);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_event **event = out(c, "event", sizeof *event);
    if (finish(c, lw_event_create(handle(c, DEVICE, "device", device), event)))
        made(c, EVENT, thing, *event, device, place);
}

RANDOM_CALL(lw_event_create_with)
{
    struct thing *thing = room(c, EVENT);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_event **event = out(c, "event", sizeof *event);
    unsigned right = (unsigned)below(c, 4), flags = right;
    if (wrong(c, "flags is ", LW_ERROR_INVALID_VALUE))
        flags = one_in(c, 2) ? LW_EVENT_INTERPROCESS : 8u << below(c, 28);
    if (!finish(c, lw_event_create_with(handle(c, DEVICE, "device", device), event, flags)))
        return;
    made(c, EVENT, thing, *event, device, place);
    thing->flags = right;
}

RANDOM_CALL(lw_event_destroy)
{
    struct thing *thing = pick(c, EVENT);
    if (thing && finish(c, lw_event_destroy(handle(c, EVENT, "event", thing->handle))))
        closed(c, EVENT, thing);
}

RANDOM_CALL(lw_event_record)
{
    struct thing *thing = pick(c, EVENT);
    if (!thing)
        return;
    bool shared = one_in(c, 4);
    int place = thing->place;
    lw_event *event = shared ? c->session->event[place] : thing->handle;
    event = handle(c, EVENT, "event", event);
    lw_stream *stream = stream_of(c, place);
    if (c->session->places > 1 && wrong(c, "stream belongs to", LW_ERROR_INVALID_HANDLE))
        stream = c->session->stream[1 - place];
    if (finish(c, lw_event_record(event, handle(c, STREAM, "stream", stream))) && !shared)
        thing->recorded = true;
}

RANDOM_CALL(lw_event_synchronize)
{
    struct thing *thing = pick(c, EVENT);
    lw_event *event = thing && one_in(c, 2) ? thing->handle : c->session->event[place_of(c)];
    finish(c, lw_event_synchronize(handle(c, EVENT, "event", event)));
}

RANDOM_CALL(lw_event_query)
{
    struct thing *thing = pick(c, EVENT);
    if (!thing)
        return;
    if (thing->recorded)
        allow(c, LW_ERROR_NOT_READY);
    finish(c, lw_event_query(handle(c, EVENT, "event", thing->handle)));
}

/* An event that has no time for the call; or one that is not reached may be. */
static void expect_time(struct caller *c, const struct thing *event)
{
    if (!event->recorded || event->flags & LW_EVENT_DISABLE_TIMING)
        expect(c, "", LW_ERROR_INVALID_HANDLE);
    else
        allow(c, LW_ERROR_NOT_READY);
}

RANDOM_CALL(lw_event_elapsed_time)
{
    struct thing *start = pick(c, EVENT), *stop = pick(c, EVENT);
    if (!start || !stop)
        return;
    float *milliseconds = out(c, "milliseconds", sizeof *milliseconds);
    lw_event *from = handle(c, EVENT, "start", start->handle), *to = handle(c, EVENT, "stop", stop->handle);
    if (!c->expected && start->place != stop->place)
        expect(c, "start belongs to", LW_ERROR_INVALID_HANDLE);
    if (!c->expected)
        expect_time(c, start);
    if (!c->expected)
        expect_time(c, stop);
    finish(c, lw_event_elapsed_time(milliseconds, from, to));
}

/* ---- other code's events ---- */
RANDOM_CALL(lw_event_native, .lacking = true)
{
    struct thing *thing = pick(c, EVENT);
    if (!thing)
        return;
    void **native = out(c, "native", sizeof *native);
    allow(c, LW_ERROR_NOT_SUPPORTED);
    finish(c, lw_event_native(handle(c, EVENT, "event", thing->handle), native));
}

RANDOM_CALL(lw_event_adopt, .lacking = true)
{
    struct thing *of = pick(c, EVENT);
    void *native = NULL;
    if (!of)
        return;
    lw_event **event = out(c, "event", sizeof *event);
    lw_device *device = device_of(c, of->place);
    if (lw_event_native((lw_event *)of->handle, &native)) {
        expect(c, "", LW_ERROR_NOT_SUPPORTED);
        finish(c, lw_event_adopt(device, event ? event : (lw_event **)(void *)c->out, (void *)c));
        return;
    }
    if (wrong(c, "native is null", LW_ERROR_INVALID_VALUE))
        native = NULL;
    if (finish(c, lw_event_adopt(handle(c, DEVICE, "device", device), event, native)))
        NEED(c, lw_event_destroy(*event));
}
