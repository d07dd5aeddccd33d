/* The handles that a caller has. */
#include "random_calls.h"

int place_of(struct caller *c)
{
    return (int)below(c, (uint64_t)c->session->places);
}

lw_device *device_of(struct caller *c, int place)
{
    return one_in(c, 3) ? c->session->device[place] : c->own[place];
}

struct thing *pick(struct caller *c, enum kind kind)
{
    struct thing *live[THINGS];
    unsigned count = 0;
    for (int i = 0; i < THINGS; i++)
        if (c->things[kind][i].handle)
            live[count++] = &c->things[kind][i];
    return count ? live[below(c, count)] : NULL;
}

struct thing *room(struct caller *c, enum kind kind)
{
    for (int i = 0; i < THINGS; i++)
        if (!c->things[kind][i].handle)
            return &c->things[kind][i];
    return NULL;
}

void made(struct caller *c, enum kind kind, struct thing *thing, void *handle, lw_device *owner, int place)
{
    (void)kind;
    *thing = (struct thing){.handle = handle, .owner = owner, .place = place};
    if (!handle)
        caller_fail(c, __FILE__, __LINE__, "the new handle is null");
}

static void end_textures(struct caller *c, const struct thing *array)
{
    for (int kind = TEXTURE; kind <= SURFACE; kind++)
        for (int i = 0; i < THINGS; i++)
            if (c->things[kind][i].of == array)
                c->things[kind][i].of = NULL;
}

void closed(struct caller *c, enum kind kind, struct thing *thing)
{
    atomic_ulong *count = &c->session->closed[kind];
    if (kind == ARRAY)
        end_textures(c, thing);
    if (kind == STREAM)
        stream_lost(c, (lw_stream *)thing->handle);
    if (thing->graph)
        random_graph_free(c, kind, thing);
    free(thing->shadow);
    unsigned long now = atomic_fetch_add(count, 1) + 1;
    if (!thing->kept) {
        c->closed[kind] = thing->handle;
        c->closed_at[kind] = now;
    }
    memset(thing, 0, sizeof *thing);
}

void forget(struct caller *c, lw_device *owner, bool reset)
{
    for (int kind = 0; kind < KINDS; kind++) {
        bool stays = kind == STREAM || kind == EVENT || kind == POOL || kind == LIBRARY;
        for (int i = 0; i < THINGS; i++) {
            struct thing *thing = &c->things[kind][i];
            if (thing->handle && (reset ? !stays && kind != OBJECT : thing->owner == owner))
                closed(c, (enum kind)kind, thing);
        }
    }
    for (int i = 0; i < BLOCKS; i++) {
        struct block *block = &c->blocks[i];
        bool ends = block->space != PLAIN && (reset || block->owner == owner);
        if (block->base && ends)
            block_gone(c, block);
    }
}

lw_stream *stream_of(struct caller *c, int place)
{
    lw_stream *stream = NULL;
    switch (below(c, 8)) {
    case 0: return c->session->stream[place];
    case 1: return lw_default_stream(c->own[place]);
    case 2: return NEED(c, lw_per_thread_stream(c->own[place], &stream)) ? stream : c->session->stream[place];
    case 3: return NEED(c, lw_legacy_stream(c->own[place], &stream)) ? stream : c->session->stream[place];
    default:
        for (int i = 0; i < THINGS; i++) {
            struct thing *thing = &c->things[STREAM][(c->made + (unsigned)i) % THINGS];
            if (thing->handle && thing->place == place)
                return (lw_stream *)thing->handle;
        }
        return lw_default_stream(c->own[place]);
    }
}

lw_device *owner_of(struct caller *c, const lw_stream *stream, int place)
{
    if (stream == c->session->stream[place])
        return c->session->device[place];
    for (int i = 0; i < THINGS; i++)
        if (c->things[STREAM][i].handle == stream)
            return c->things[STREAM][i].owner;
    return c->own[place];
}
