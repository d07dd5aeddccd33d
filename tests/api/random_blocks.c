/* A caller's memory, and what it holds. */
#include <stdio.h>

#include "random_calls.h"

/* What block->last is when the handle of that stream is closed. */
static char lost;
#define LOST ((lw_stream *)(void *)&lost)

struct block *pick_block(struct caller *c, int place, unsigned spaces)
{
    struct block *live[BLOCKS];
    unsigned count = 0;
    for (int i = 0; i < BLOCKS; i++) {
        struct block *block = &c->blocks[i];
        if (block->base && spaces >> block->space & 1 && (place < 0 || block->space == PLAIN || block->place == place))
            live[count++] = block;
    }
    return count ? live[below(c, count)] : NULL;
}

struct block *block_room(struct caller *c)
{
    for (int i = 0; i < BLOCKS; i++)
        if (!c->blocks[i].base)
            return &c->blocks[i];
    return NULL;
}

bool has_end(const struct block *block)
{
    return block->space != PLAIN && block->space != MAPPED && block->space != IN_SYMBOL;
}

bool known_to_host(const struct block *block)
{
    return block->space >= MANAGED;
}

void block_made(struct caller *c, struct block *block, void *base, size_t size, enum space space, lw_device *owner,
                int place)
{
    int value = (int)below(c, 256);
    *block = (struct block){.base = base,
                            .size = size,
                            .space = space,
                            .owner = owner,
                            .place = place,
                            .generation = ++c->generation,
                            .shadow = malloc(size)};
    if (!base || !block->shadow) {
        caller_fail(c, __FILE__, __LINE__, "the new memory is null");
        return;
    }
    memset(block->shadow, value, size);
    if (space == PINNED || space == REGISTERED || space == PLAIN)
        memset(base, value, size);
    else
        NEED(c, lw_memset(owner, base, value, size));
}

void block_gone(struct caller *c, struct block *block)
{
    (void)c;
    free(block->shadow);
    if (block->space == PLAIN || block->space == REGISTERED)
        free(block->base);
    memset(block, 0, sizeof *block);
}

/* Calls `each` for everything that remembers its last stream. */
static void each_last(struct caller *c, void (*each)(struct last *last, lw_stream *stream, int place),
                      lw_stream *stream, int place)
{
    for (int i = 0; i < BLOCKS; i++)
        each(&c->blocks[i].last, stream, place);
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < THINGS; i++)
            each(&c->things[kind][i].last, stream, place);
}

static void done(struct last *last, lw_stream *stream, int place)
{
    if (stream ? last->stream == stream : last->place == place)
        last->stream = NULL;
}

static void lose(struct last *last, lw_stream *stream, int place)
{
    (void)place;
    if (last->stream == stream)
        last->stream = LOST;
}

void stream_done(struct caller *c, lw_stream *stream)
{
    each_last(c, done, stream, 0);
}

void device_done(struct caller *c, int place)
{
    each_last(c, done, NULL, place);
}

void stream_lost(struct caller *c, lw_stream *stream)
{
    each_last(c, lose, stream, 0);
}

void wait_for_all(struct caller *c)
{
    for (int place = 0; place < c->session->places; place++)
        if (NEED(c, lw_device_synchronize(c->own[place])))
            device_done(c, place);
}

static void trace(struct caller *c, struct last *last, const lw_stream *stream)
{
    if (!c->call)
        return;
    memmove(last->traces + 1, last->traces, sizeof last->traces - sizeof last->traces[0]);
    last->traces[0] = (struct trace){c->call->name, c->made, stream};
}

void use_last(struct caller *c, struct last *last, lw_stream *stream, int place)
{
    struct last before = *last;
    if (before.stream && before.stream != stream) {
        if (before.stream == LOST || one_in(c, 8)) {
            wait_for_all(c);
        } else if (!stream || one_in(c, 2)) {
            if (NEED(c, lw_stream_synchronize(before.stream)))
                stream_done(c, before.stream);
        } else {
            NEED(c, lw_event_record(c->join[before.place], before.stream));
            NEED(c, lw_stream_wait_event(stream, c->join[before.place]));
        }
    }
    last->stream = stream;
    last->place = place;
    trace(c, last, stream);
}

void use(struct caller *c, struct block *block, lw_stream *stream, int place)
{
    use_last(c, &block->last, stream, place);
}

void use_two(struct caller *c, struct last *first, struct last *second, lw_stream *stream, int place)
{
    use_last(c, first, stream, place);
    use_last(c, second, stream, place);
    first->stream = second->stream; /* the second may have waited for all that was queued, which this use is not yet */
    first->place = second->place;
}

static void fail_at(struct caller *c, const struct block *block, size_t i, int held)
{
    char uses[400] = "";
    const struct trace *traces = block->last.traces;
    for (size_t j = 0, length = 0; j < 4 && traces[j].function && length < sizeof uses; j++)
        length += (size_t)snprintf(uses + length, sizeof uses - length, "%s %s after call %lu (stream %p)",
                                   j ? "," : "", traces[j].function, traces[j].call, traces[j].stream);
    caller_fail(c, __FILE__, __LINE__, "byte %zu of %zu of memory of kind %d is %d, expected %d; used by%s", i,
                block->size, (int)block->space, held, block->shadow[i], uses);
}

void verify(struct caller *c, struct block *block)
{
    unsigned char got[MOST_BYTES];
    const unsigned char *held = block->base;
    use(c, block, NULL, 0);
    if (!known_to_host(block)) {
        if (!NEED(c, lw_memcpy(c->own[block->place], got, block->base, block->size, LW_MEMCPY_DEVICE_TO_HOST)))
            return;
        held = got;
    }
    for (size_t i = 0; i < block->size && !c->failed; i++)
        if (held[i] != block->shadow[i])
            fail_at(c, block, i, held[i]);
}

void verify_all(struct caller *c)
{
    for (int i = 0; i < BLOCKS; i++)
        if (c->blocks[i].base && !c->failed)
            verify(c, &c->blocks[i]);
}
