/* Group O: words of memory that streams wait for and write. */
#include <time.h>

#include <lanewise/graph.h>

#include "../api/device/stream.h"
#include "../harness/arrays.h"

TEST(row, O7_a_stream_waits_for_a_value)
{
    const struct {
        lw_wait_condition condition;
        uint64_t value, not_yet, reached;
        bool wide;
    } cases[] = {{LW_WAIT_EQUAL, 5, 6, 5, false},
                 {LW_WAIT_EQUAL, 1ull << 40 | 5, 5, 1ull << 40 | 5, true},
                 {LW_WAIT_GREATER_EQUAL, 5, 4, 6, false},
                 {LW_WAIT_GREATER_EQUAL, 5, 0x80000005, 0x80000004, false}, /* the difference has a sign */
                 {LW_WAIT_GREATER_EQUAL, 5, 1ull << 63 | 5, 1ull << 63 | 4, true},
                 {LW_WAIT_GREATER_EQUAL, 0xfffffff0, 0xffffffe0, 3, false}, /* it wraps around */
                 {LW_WAIT_AND, 6, 9, 2, false},
                 {LW_WAIT_AND, 1ull << 50, 1ull << 49, 3ull << 50, true},
                 {LW_WAIT_NOR, 0xfffffff0, 0xf, 0x7, false},
                 {LW_WAIT_NOR, ~0xfull, 0xf, 0x17, true}};
    uint64_t *word;
    int got, *out = array_of(t, NULL, sizeof *out);
    lw_stream *stream;
    CHECK(out != NULL);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&word, sizeof *word), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        __atomic_store_n(word, cases[i].not_yet, __ATOMIC_RELEASE);
        CHECK_STATUS(lw_memset(t->device, out, 0, sizeof *out), LW_SUCCESS);
        if (cases[i].wide)
            CHECK_STATUS(lw_stream_wait_value64(stream, word, cases[i].value, cases[i].condition), LW_SUCCESS);
        else
            CHECK_STATUS(lw_stream_wait_value32(stream, (uint32_t *)word, (uint32_t)cases[i].value, cases[i].condition),
                         LW_SUCCESS);
        CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, out, 0, (int)i + 1), LW_SUCCESS);
        nanosleep(&(struct timespec){0, 3000000}, NULL);
        CHECK_STATUS(lw_stream_query(stream), LW_ERROR_NOT_READY);
        __atomic_store_n(word, cases[i].reached, __ATOMIC_RELEASE);
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
        CHECK_CALL(array_read(t, &got, out, sizeof got));
        CHECK_EQUAL(got, i + 1);
    }
}

/* Streams pass a number on: each waits for its turn, appends to a log, and writes the next one's number. */
TEST(row, O7b_streams_order_each_other_by_values)
{
    enum { STREAMS = 5, ROUNDS = 40, COUNT = STREAMS * ROUNDS };
    lw_stream *streams[STREAMS];
    uint32_t *word = array_of(t, NULL, 16);
    uint64_t *wide = (uint64_t *)(void *)word + 1;
    int got[1 + COUNT], *log = array_of(t, NULL, sizeof got);
    CHECK(word != NULL && log != NULL);
    CHECK_STATUS(lw_memset(t->device, word, 0, 16), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, log, 0, sizeof got), LW_SUCCESS);
    for (int i = 0; i < STREAMS; i++)
        CHECK_STATUS(lw_stream_create(t->device, &streams[i]), LW_SUCCESS);
    for (int i = COUNT - 1; i >= 0; i--) { /* the last is asked for first: the values alone order them */
        lw_stream *stream = streams[i % STREAMS];
        if (i >= STREAMS) /* within a stream the calls order, so one round of calls at a time */
            continue;
        for (int turn = i; turn < COUNT; turn += STREAMS) {
            if (turn % 2) {
                CHECK_STATUS(lw_stream_wait_value64(stream, wide, (unsigned)turn, LW_WAIT_EQUAL), LW_SUCCESS);
                CHECK_STATUS(lw_launch(stream_append, one_thread(stream), log + 1, log, turn), LW_SUCCESS);
                CHECK_STATUS(lw_stream_write_value32(stream, word, (unsigned)turn + 1), LW_SUCCESS);
            } else {
                CHECK_STATUS(lw_stream_wait_value32(stream, word, (unsigned)turn, LW_WAIT_EQUAL), LW_SUCCESS);
                CHECK_STATUS(lw_launch(stream_append, one_thread(stream), log + 1, log, turn), LW_SUCCESS);
                CHECK_STATUS(lw_stream_write_value64(stream, wide, (unsigned)turn + 1), LW_SUCCESS);
            }
        }
    }
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, log, sizeof got));
    CHECK_EQUAL(got[0], COUNT);
    for (int i = 0; i < COUNT; i++)
        CHECK_EQUAL(got[1 + i], i);
}

TEST(row, O7c_words_are_checked)
{
    uint32_t own = 0, *word = array_of(t, NULL, 16), *freed;
    lw_stream *stream = lw_default_stream(t->device);
    CHECK(word != NULL);
    CHECK_STATUS(lw_malloc(t->device, (void **)&freed, 1 << 20), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, freed), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_value32(stream, NULL, 0, LW_WAIT_EQUAL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "word is null");
    CHECK_STATUS(lw_stream_wait_value32(stream, &own, 0, LW_WAIT_EQUAL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "neither memory of device");
    CHECK_STATUS(lw_stream_write_value32(stream, freed, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_write_value32(stream, (uint32_t *)(void *)((char *)word + 2), 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "not aligned to 4 bytes");
    CHECK_STATUS(lw_stream_write_value64(stream, (uint64_t *)(void *)(word + 1), 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "not aligned to 8 bytes");
    CHECK_STATUS(lw_stream_wait_value64(stream, (uint64_t *)(void *)word, 0, (lw_wait_condition)4),
                 LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "condition is 4");
}

/* CUDA's documents exclude it, for devices of every kind. */
TEST(row, O7e_managed_memory_is_no_word)
{
    uint64_t *word = NULL;
    lw_stream *stream = lw_default_stream(t->device);
    lw_status status = lw_malloc_managed(t->device, (void **)&word, sizeof *word, LW_ATTACH_GLOBAL);
    if (status == LW_ERROR_NOT_SUPPORTED)
        SKIP("the device has no managed memory");
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_value32(stream, (uint32_t *)word, 0, LW_WAIT_EQUAL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "in managed memory; expected other device memory or pinned host memory");
    CHECK_STATUS(lw_stream_write_value64(stream, word, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free(t->device, word), LW_SUCCESS);
}

/* A CUDA driver (580) answers cudaErrorInvalidValue. */
TEST(row, O7f_stream_ordered_memory_is_no_word)
{
    uint64_t *word;
    lw_stream *stream = lw_default_stream(t->device);
    CHECK_STATUS(lw_malloc_async(stream, (void **)&word, sizeof *word), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_value64(stream, word, 0, LW_WAIT_GREATER_EQUAL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "in stream-ordered memory; expected other device memory or pinned host memory");
    CHECK_STATUS(lw_stream_write_value32(stream, (uint32_t *)word, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free_async(stream, word), LW_SUCCESS);

    lw_graph *graph;
    lw_graph_node *node;
    lw_graph_node_params params = lw_graph_malloc_node(sizeof *word);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_params(node, &params), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_value32(stream, params.as.allocate.pointer, 0, LW_WAIT_EQUAL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "in a graph's memory");
}

/* A fault ends waits: the device does not hang. */
TEST(row, O7d_a_fault_ends_waits, .isolated = true, .cpu_only = true)
{
    uint32_t *word;
    lw_stream *waits, *faults;
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&word, sizeof *word), LW_SUCCESS);
    *word = 0;
    CHECK_STATUS(lw_stream_create(t->device, &waits), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &faults), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_value32(waits, word, 1, LW_WAIT_EQUAL), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_trap, one_thread(faults)), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_LAUNCH_FAILURE);
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
}
