/* Arrays and objects in random order, of one thread and of several: each array keeps its contents, each object what it was
 * made of. */
#include <pthread.h>

#include <lanewise/texture.h>

#include "../harness/test.h"

typedef struct piece {
    lw_array *array; /* null: none */
    lw_array_shape shape;
    unsigned char value;
    lw_texture_object texture; /* of the array, or 0 */
    lw_surface_object surface;
} piece;

enum { PIECES = 12, MOST_BYTES = 24 * 24 * 12 * 16, THREADS = 4 };

static lw_array_shape random_shape(struct test *t)
{
    static const int bits[] = {8, 16, 32};
    static const unsigned flags[] = {0, 0, LW_ARRAY_LAYERED, LW_ARRAY_SURFACE, LW_ARRAY_SURFACE | LW_ARRAY_LAYERED};
    lw_array_shape shape = {.flags = flags[test_random_below(t, 5)]};
    shape.format = lw_channel(LW_CHANNEL_UNSIGNED, bits[test_random_below(t, 3)], 1 << test_random_below(t, 3));
    shape.width = 1 + test_random_below(t, 24);
    shape.height = test_random_below(t, 3) ? 1 + test_random_below(t, 24) : 0;
    bool layered = shape.flags & LW_ARRAY_LAYERED;
    shape.depth = layered || (shape.height && test_random_below(t, 2)) ? 1 + test_random_below(t, 12) : 0;
    shape.levels = (unsigned)test_random_below(t, 4);
    return shape;
}

/* Copies the whole of level 0; `bytes` holds all of it. */
static lw_status copy_all(struct test *t, const piece *p, unsigned char *bytes, size_t size, bool out)
{
    lw_array_copy copy = {.width = p->shape.width,
                          .height = p->shape.height ? p->shape.height : 1,
                          .depth = p->shape.depth ? p->shape.depth : 1,
                          .kind = out ? LW_MEMCPY_DEVICE_TO_HOST : LW_MEMCPY_HOST_TO_DEVICE};
    lw_array_side host = {.memory = {bytes, copy.width * size, copy.width, copy.height}}, array = {.array = p->array};
    copy.destination = out ? host : array;
    copy.source = out ? array : host;
    return lw_memcpy_3d_array(t->device, &copy);
}

static size_t element_of(const piece *p)
{
    lw_channel_format f = p->shape.format;
    return (size_t)(f.x + f.y + f.z + f.w) / 8;
}

static size_t bytes_of(const piece *p)
{
    return p->shape.width * (p->shape.height ? p->shape.height : 1) * (p->shape.depth ? p->shape.depth : 1) *
           element_of(p);
}

static void drop(struct test *t, piece *p, unsigned char *bytes)
{
    memset(bytes, ~p->value, bytes_of(p));
    CHECK_STATUS(copy_all(t, p, bytes, element_of(p), true), LW_SUCCESS);
    for (size_t i = 0; i < bytes_of(p); i++)
        CHECK_EQUAL(bytes[i], p->value);
    CHECK_STATUS(lw_texture_destroy(t->device, p->texture), LW_SUCCESS);
    CHECK_STATUS(lw_surface_destroy(t->device, p->surface), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(p->array), LW_SUCCESS);
    memset(p, 0, sizeof *p);
}

static void make(struct test *t, piece *p, unsigned char *bytes)
{
    p->shape = random_shape(t);
    p->value = (unsigned char)test_random(t);
    CHECK_STATUS(lw_array_create(t->device, &p->array, &p->shape), LW_SUCCESS);
    memset(bytes, p->value, bytes_of(p));
    CHECK_STATUS(copy_all(t, p, bytes, element_of(p), false), LW_SUCCESS);
}

static void toggle_objects(struct test *t, piece *p)
{
    lw_texture_resource of = {.kind = p->shape.levels ? LW_TEXTURE_RESOURCE_MIPMAPPED : LW_TEXTURE_RESOURCE_ARRAY,
                              .array = p->array},
                        found;
    lw_array *array;
    unsigned level;
    if (p->texture) {
        CHECK_STATUS(lw_texture_get(t->device, p->texture, &found, NULL), LW_SUCCESS);
        CHECK(found.array == p->array && found.kind == of.kind);
        CHECK_STATUS(lw_texture_destroy(t->device, p->texture), LW_SUCCESS);
        p->texture = 0;
    } else {
        CHECK_STATUS(lw_texture_create(t->device, &p->texture, &of, &(lw_texture_description){.normalized = 1}),
                     LW_SUCCESS);
    }
    if (!(p->shape.flags & LW_ARRAY_SURFACE))
        return;
    if (p->surface) {
        CHECK_STATUS(lw_surface_get(t->device, p->surface, &array, &level), LW_SUCCESS);
        CHECK(array == p->array && level == 0);
        CHECK_STATUS(lw_surface_destroy(t->device, p->surface), LW_SUCCESS);
        p->surface = 0;
    } else {
        CHECK_STATUS(lw_surface_create(t->device, &p->surface, p->array, 0), LW_SUCCESS);
    }
}

static void exercise(struct test *t, int steps)
{
    piece pieces[PIECES] = {{0}};
    unsigned char *bytes = malloc(MOST_BYTES);
    CHECK(bytes);
    for (int step = 0; step < steps && !t->failed; step++) {
        piece *p = &pieces[test_random_below(t, PIECES)];
        if (!p->array)
            make(t, p, bytes);
        else if (test_random_below(t, 2))
            toggle_objects(t, p);
        else
            drop(t, p, bytes);
    }
    for (int i = 0; i < PIECES && !t->failed; i++)
        if (pieces[i].array)
            drop(t, &pieces[i], bytes);
    free(bytes);
}

TEST(api, arrays_in_random_order)
{
    exercise(t, 1500);
}

static void *run(void *own)
{
    exercise(own, 300);
    return NULL;
}

TEST(api, arrays_of_several_threads)
{
    struct test own[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        own[i] = *t;
        own[i].random = test_random(t);
        CHECK_EQUAL(pthread_create(&threads[i], NULL, run, &own[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK(!own[i].failed);
}
