/* Random calls: copies and sets of memory, in one to three dimensions. */
#include "random_calls.h"

/* Which kind of copy names these two spaces. */
static lw_memcpy_kind kind_of(struct caller *c, const struct block *to, const struct block *from)
{
    bool to_device = to->space < MANAGED || (to->space == MANAGED && one_in(c, 2));
    bool from_device = from->space < MANAGED || (from->space == MANAGED && one_in(c, 2));
    if (one_in(c, 3))
        return LW_MEMCPY_DEFAULT;
    return (lw_memcpy_kind)(to_device     ? from_device ? LW_MEMCPY_DEVICE_TO_DEVICE : LW_MEMCPY_HOST_TO_DEVICE
                            : from_device ? LW_MEMCPY_DEVICE_TO_HOST
                                          : LW_MEMCPY_HOST_TO_HOST);
}

/* Two blocks that one device copies between. */
static bool two_blocks(struct caller *c, int place, bool peers, struct block **to, struct block **from)
{
    int peer = peers && one_in(c, 4) ? -1 : place; /* memory of the other device, too */
    *to = pick_block(c, peer, ANY_SPACE);
    *from = pick_block(c, peer, ANY_SPACE);
    if (!*to || !*from || *to == *from)
        return false;
    /* Mapped memory of the other device has rules of its own, and so has its host memory. */
    for (int i = 0; i < 2; i++) {
        const struct block *block = i ? *to : *from;
        bool anywhere = block->space == PLAIN || block->space == IN_DEVICE || block->space == IN_ORDER;
        if (block->place != place && !anywhere)
            return false;
    }
    return true;
}

struct copied {
    int place;
    lw_stream *stream; /* null: the copy waits */
    lw_device *device;
    struct block *to, *from;
    size_t to_at, from_at, to_pitch, from_pitch, width, height;
    void *destination;
    const void *source;
    lw_memcpy_kind kind;
};

/* Chooses a copy of rows, and an error. False: there is nothing to copy. */
static bool choose_copy(struct caller *c, struct copied *copy, bool waits, size_t rows)
{
    memset(copy, 0, sizeof *copy);
    copy->place = place_of(c);
    if (!two_blocks(c, copy->place, true, &copy->to, &copy->from))
        return false;
    copy->device = device_of(c, copy->place);
    copy->stream = waits ? NULL : stream_of(c, copy->place);
    size_t room = copy->to->size < copy->from->size ? copy->to->size : copy->from->size;
    copy->height = 1 + below(c, rows);
    copy->to_pitch = copy->to->size / copy->height;
    copy->from_pitch = copy->from->size / copy->height;
    copy->width = below(c, room / copy->height + 1);
    if (rows == 1)
        copy->to_at = below(c, copy->to->size - copy->width + 1),
        copy->from_at = below(c, copy->from->size - copy->width + 1);
    if (c->chosen >= 0 && !copy->width)
        return false;
    use_two(c, &copy->to->last, &copy->from->last, copy->stream, copy->place);
    copy->destination = copy->to->base + copy->to_at;
    copy->source = copy->from->base + copy->from_at;
    copy->kind = kind_of(c, copy->to, copy->from);
    if (wrong(c, "destination is null", LW_ERROR_INVALID_VALUE))
        copy->destination = NULL;
    else if (wrong(c, "source is null", LW_ERROR_INVALID_VALUE))
        copy->source = NULL;
    else if (wrong(c, "kind is ", LW_ERROR_INVALID_VALUE))
        copy->kind = (lw_memcpy_kind)(one_in(c, 2) ? 5 + (int)below(c, 1000) : -1 - (int)below(c, 1000));
    else if (copy->to->space < MANAGED && wrong(c, "destination is ", LW_ERROR_INVALID_VALUE))
        copy->kind = one_in(c, 2) ? LW_MEMCPY_DEVICE_TO_HOST : LW_MEMCPY_HOST_TO_HOST;
    else if (copy->from->space < MANAGED && copy->to->space != PLAIN && wrong(c, " is ", LW_ERROR_INVALID_VALUE))
        copy->kind = one_in(c, 2) ? LW_MEMCPY_HOST_TO_DEVICE : LW_MEMCPY_HOST_TO_HOST;
    else if (rows > 1 && wrong(c, "destination_pitch is ", LW_ERROR_INVALID_VALUE))
        copy->to_pitch = copy->width - 1;
    else if (rows > 1 && wrong(c, "source_pitch is ", LW_ERROR_INVALID_VALUE))
        copy->from_pitch = copy->width - 1;
    else if (rows > 1 && wrong(c, " is ", LW_ERROR_INVALID_VALUE))
        copy->height = SIZE_MAX - below(c, 1000);
    return true;
}

/* Sizes past the end of the memory. */
static size_t too_wide(struct caller *c, const struct copied *copy)
{
    size_t to_left = copy->to->size - copy->to_at, from_left = copy->from->size - copy->from_at;
    if (!has_end(copy->to) || !has_end(copy->from) || !wrong(c, "past the", LW_ERROR_INVALID_VALUE))
        return copy->width;
    size_t most = to_left < from_left ? to_left : from_left;
    return one_in(c, 2) ? SIZE_MAX - below(c, 100) : most + 1 + below(c, 100000);
}

static void copied(const struct copied *copy)
{
    for (size_t i = 0; i < copy->height; i++)
        memcpy(copy->to->shadow + copy->to_at + i * copy->to_pitch,
               copy->from->shadow + copy->from_at + i * copy->from_pitch, copy->width);
}

RANDOM_CALL(lw_memcpy)
{
    struct copied copy;
    if (!choose_copy(c, &copy, true, 1))
        return;
    size_t size = too_wide(c, &copy);
    if (finish(c, lw_memcpy(handle(c, DEVICE, "device", copy.device), copy.destination, copy.source, size, copy.kind)))
        copied(&copy);
}

RANDOM_CALL(lw_memcpy_async)
{
    struct copied copy;
    if (!choose_copy(c, &copy, false, 1))
        return;
    size_t size = too_wide(c, &copy);
    lw_stream *stream = handle(c, STREAM, "stream", copy.stream);
    if (finish(c, lw_memcpy_async(stream, copy.destination, copy.source, size, copy.kind)))
        copied(&copy);
}

RANDOM_CALL(lw_memcpy_2d)
{
    struct copied copy;
    if (!choose_copy(c, &copy, true, 4))
        return;
    if (finish(c, lw_memcpy_2d(handle(c, DEVICE, "device", copy.device), copy.destination, copy.to_pitch, copy.source,
                               copy.from_pitch, copy.width, copy.height, copy.kind)))
        copied(&copy);
}

RANDOM_CALL(lw_memcpy_2d_async)
{
    struct copied copy;
    if (!choose_copy(c, &copy, false, 4))
        return;
    if (finish(c, lw_memcpy_2d_async(handle(c, STREAM, "stream", copy.stream), copy.destination, copy.to_pitch,
                                     copy.source, copy.from_pitch, copy.width, copy.height, copy.kind)))
        copied(&copy);
}

/* ---- boxes ---- */
/* The block as slices of rows: the pitch, the rows and slices are chosen. */
static lw_pitched rows_of(struct caller *c, const struct block *block, size_t *slices)
{
    size_t height = 1 + below(c, 3);
    *slices = 1 + below(c, 2);
    while (block->size < height * *slices)
        *slices > 1 ? --*slices : --height;
    size_t pitch = block->size / (height * *slices);
    return (lw_pitched){block->base, pitch, pitch, height};
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t at(const lw_pitched *memory, lw_extent begin, size_t slice, size_t row)
{
    return ((begin.depth + slice) * memory->height + begin.height + row) * memory->pitch + begin.width;
}

struct boxed {
    int place;
    lw_stream *stream;
    lw_device *device;
    struct block *to, *from;
    lw_copy_3d copy, right;
};

static lw_extent somewhere(struct caller *c, lw_extent whole, lw_extent part)
{
    return (lw_extent){below(c, whole.width - part.width + 1), below(c, whole.height - part.height + 1),
                       below(c, whole.depth - part.depth + 1)};
}

static void spoil_box(struct caller *c, lw_copy_3d *copy, lw_extent to)
{
    if (wrong(c, "destination is null", LW_ERROR_INVALID_VALUE))
        copy->destination.pointer = NULL;
    else if (wrong(c, "source is null", LW_ERROR_INVALID_VALUE))
        copy->source.pointer = NULL;
    else if (wrong(c, "the box has ", LW_ERROR_INVALID_VALUE))
        copy->destination_at.width = to.width - copy->extent.width + 1 + below(c, 2) * (SIZE_MAX / 2);
    else if (wrong(c, "the box has ", LW_ERROR_INVALID_VALUE))
        copy->source_at.height = SIZE_MAX - below(c, 3);
    else if (wrong(c, "slices of ", LW_ERROR_INVALID_VALUE))
        copy->destination_at.depth = SIZE_MAX;
}

static bool choose_box(struct caller *c, struct boxed *box, bool waits, bool peers)
{
    size_t to_depth, from_depth;
    box->place = place_of(c);
    if (!two_blocks(c, box->place, peers, &box->to, &box->from))
        return false;
    box->device = device_of(c, box->place);
    box->stream = waits ? NULL : stream_of(c, box->place);
    lw_pitched to = rows_of(c, box->to, &to_depth), from = rows_of(c, box->from, &from_depth);
    lw_extent whole_to = {to.width, to.height, to_depth}, whole_from = {from.width, from.height, from_depth};
    lw_extent extent = {below(c, smaller(to.width, from.width) + 1), below(c, smaller(to.height, from.height) + 1),
                        below(c, smaller(to_depth, from_depth) + 1)};
    if (c->chosen >= 0 && !(extent.width && extent.height && extent.depth))
        return false;
    use_two(c, &box->to->last, &box->from->last, box->stream, box->place);
    box->right = box->copy = (lw_copy_3d){to,
                                          from,
                                          somewhere(c, whole_to, extent),
                                          somewhere(c, whole_from, extent),
                                          extent,
                                          kind_of(c, box->to, box->from)};
    spoil_box(c, &box->copy, whole_to);
    if (wrong(c, "kind is ", LW_ERROR_INVALID_VALUE))
        box->copy.kind = (lw_memcpy_kind)(5 + (int)below(c, 1000));
    return true;
}

static void boxed(const struct boxed *box)
{
    const lw_copy_3d *copy = &box->right;
    for (size_t z = 0; z < copy->extent.depth; z++)
        for (size_t y = 0; y < copy->extent.height; y++)
            memcpy(box->to->shadow + at(&copy->destination, copy->destination_at, z, y),
                   box->from->shadow + at(&copy->source, copy->source_at, z, y), copy->extent.width);
}

RANDOM_CALL(lw_memcpy_3d)
{
    struct boxed box;
    if (!choose_box(c, &box, true, false))
        return;
    const lw_copy_3d *copy = wrong(c, "copy is null", LW_ERROR_INVALID_VALUE) ? NULL : &box.copy;
    if (finish(c, lw_memcpy_3d(handle(c, DEVICE, "device", box.device), copy)))
        boxed(&box);
}

RANDOM_CALL(lw_memcpy_3d_async)
{
    struct boxed box;
    if (!choose_box(c, &box, false, false))
        return;
    const lw_copy_3d *copy = wrong(c, "copy is null", LW_ERROR_INVALID_VALUE) ? NULL : &box.copy;
    if (finish(c, lw_memcpy_3d_async(handle(c, STREAM, "stream", box.stream), copy)))
        boxed(&box);
}

/* ---- between devices, by name ---- */
static bool choose_peers(struct caller *c, struct boxed *box, bool waits)
{
    if (!choose_box(c, box, waits, true))
        return false;
    return box->to->space < MANAGED && box->from->space < MANAGED && strncmp(c->words, "kind", 4) != 0;
}

/* A handle of another device than that of the block; null: there is none. A variable has one address on all CPU devices. */
static lw_device *not_its_device(struct caller *c, const struct block *block)
{
    return c->session->places > 1 && block->space != IN_SYMBOL ? c->own[1 - block->place] : NULL;
}

static bool peers_of(struct caller *c, struct boxed *box, lw_copy_3d_peer *copy)
{
    *copy = (lw_copy_3d_peer){.destination = box->copy.destination,
                              .destination_device = device_of(c, box->to->place),
                              .source = box->copy.source,
                              .source_device = device_of(c, box->from->place),
                              .destination_at = box->copy.destination_at,
                              .source_at = box->copy.source_at,
                              .extent = box->copy.extent};
    lw_device *other = not_its_device(c, box->to);
    if (other && wrong(c, "destination", LW_ERROR_INVALID_VALUE))
        copy->destination_device = other;
    copy->destination_device = handle(c, DEVICE, "destination_device", copy->destination_device);
    copy->source_device = handle(c, DEVICE, "source_device", copy->source_device);
    return true;
}

RANDOM_CALL(lw_memcpy_3d_peer)
{
    struct boxed box;
    lw_copy_3d_peer copy;
    if (!choose_peers(c, &box, true))
        return;
    peers_of(c, &box, &copy);
    if (finish(c, lw_memcpy_3d_peer(wrong(c, "copy is null", LW_ERROR_INVALID_VALUE) ? NULL : &copy)))
        boxed(&box);
}

RANDOM_CALL(lw_memcpy_3d_peer_async)
{
    struct boxed box;
    lw_copy_3d_peer copy;
    if (!choose_peers(c, &box, false))
        return;
    peers_of(c, &box, &copy);
    lw_stream *stream = handle(c, STREAM, "stream", box.stream);
    if (finish(c, lw_memcpy_3d_peer_async(stream, wrong(c, "copy is null", LW_ERROR_INVALID_VALUE) ? NULL : &copy)))
        boxed(&box);
}

static bool choose_flat_peers(struct caller *c, struct copied *copy, bool waits, lw_device *devices[2])
{
    if (!choose_copy(c, copy, waits, 1) || copy->to->space >= MANAGED || copy->from->space >= MANAGED ||
        (c->expected && !strstr(c->words, "null")))
        return false;
    devices[0] = device_of(c, copy->to->place);
    devices[1] = device_of(c, copy->from->place);
    lw_device *other = not_its_device(c, copy->from);
    if (copy->width && other && wrong(c, "source", LW_ERROR_INVALID_VALUE))
        devices[1] = other;
    devices[0] = handle(c, DEVICE, "destination_device", devices[0]);
    devices[1] = handle(c, DEVICE, "source_device", devices[1]);
    return true;
}

RANDOM_CALL(lw_memcpy_peer)
{
    struct copied copy;
    lw_device *devices[2];
    if (!choose_flat_peers(c, &copy, true, devices))
        return;
    if (finish(c, lw_memcpy_peer(copy.destination, devices[0], copy.source, devices[1], copy.width)))
        copied(&copy);
}

RANDOM_CALL(lw_memcpy_peer_async)
{
    struct copied copy;
    lw_device *devices[2];
    if (!choose_flat_peers(c, &copy, false, devices))
        return;
    if (finish(c, lw_memcpy_peer_async(handle(c, STREAM, "stream", copy.stream), copy.destination, devices[0],
                                       copy.source, devices[1], copy.width)))
        copied(&copy);
}
