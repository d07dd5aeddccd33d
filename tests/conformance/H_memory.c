/* Memory spaces, and memory that the host allocates, copies and pins. */
#include <stdio.h>
#include <string.h>

#include "device/H_memory.h"
#include "device/S_stop.h"
#include "tests/fault/fault.h"
#include <tests/harness/arrays.h>

TEST(row, H1_spaces_have_their_scopes)
{
    enum { BLOCKS = 3, LANES = 64 };
    h_spaces got[BLOCKS], *out = array_of(t, NULL, sizeof got);
    int seven = 7, zero = 0;
    CHECK(out);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(h_table), &seven, sizeof seven, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(h_counter), &zero, sizeof zero, 0), LW_SUCCESS);
    for (int launch = 0; launch < 2; launch++) {
        CHECK_STATUS(lw_launch(h_scopes, line(t, BLOCKS, LANES, 0), out), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, out, sizeof got));
        for (int i = 0; i < BLOCKS; i++) {
            CHECK(got[i].global >= launch * BLOCKS * LANES + LANES && got[i].global <= (launch + 1) * BLOCKS * LANES);
            CHECK_EQUAL(got[i].constant, 7);
            CHECK_EQUAL(got[i].shared, LANES);
            CHECK_EQUAL(got[i].local, 1);
            CHECK_EQUAL(got[i].register_sum, LANES);
        }
    }
}

/* Memory of every allocating call, also at the places of freed memory; no allocation overlaps another. */
TEST(row, H2_H3_device_memory_is_aligned_to_256)
{
    enum { COUNT = 96 };
    char *memory[COUNT];
    size_t size[COUNT], pitch;
    lw_pitched box;
    for (size_t round = 0; round < 3; round++) {
        for (size_t i = 0; i < COUNT; i++) {
            if (round > 0 && i % 3 == round) /* these still exist from the round before */
                continue;
            size[i] = i % 8 == 7 ? (i * 1000003 + round) % (4 << 20) + 1 : i * 37 + 1 + round;
            if (i % 8 == 5) {
                CHECK_STATUS(lw_malloc_pitch(t->device, (void **)&memory[i], &pitch, size[i], 3), LW_SUCCESS);
                size[i] += 2 * pitch;
            } else if (i % 8 == 6) {
                CHECK_STATUS(lw_malloc_3d(t->device, &box, (lw_extent){size[i], 2, 2}), LW_SUCCESS);
                memory[i] = box.pointer;
                size[i] += 3 * box.pitch;
            } else {
                CHECK_STATUS(lw_malloc(t->device, (void **)&memory[i], size[i]), LW_SUCCESS);
            }
            CHECK_EQUAL((uintptr_t)memory[i] % 256, 0);
        }
        for (size_t i = 0; i < COUNT; i++)
            for (size_t j = 0; j < i; j++)
                CHECK(memory[i] >= memory[j] + size[j] || memory[j] >= memory[i] + size[i]);
        for (size_t i = 0; i < COUNT; i++)
            if (round == 2 || i % 3 != round + 1)
                CHECK_STATUS(lw_free(t->device, memory[i]), LW_SUCCESS);
    }
}

TEST(row, H4_words_of_1_to_16_bytes)
{
    unsigned char bytes[16];
    unsigned long long got[8], low, high, *out = array_of(t, NULL, sizeof got);
    for (int i = 0; i < 16; i++)
        bytes[i] = (unsigned char)(i * 17 + 3);
    memcpy(&low, bytes, 8); /* the device is little-endian as the host is */
    memcpy(&high, bytes + 8, 8);
    void *in = array_of(t, bytes, sizeof bytes);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(h_words, line(t, 1, 1, 0), in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    const unsigned long long expected[8] = {low & 0xffff, low & 0xffff, low & 0xffffffff, low, low, low, high, high};
    for (int i = 0; i < 8; i++)
        CHECK_EQUAL(got[i], expected[i]);
}

/* Words of two bytes as well as of eight. An x86 processor does such accesses; the emulator allows them. */
TEST(row, H4b_misaligned_access_is_a_fault, .cuda_only = true, .isolated = true)
{
    char *memory = array_of(t, NULL, 64);
    CHECK(memory);
    CHECK_STATUS(lw_launch(s_stop_misaligned, line(t, 1, 1, 0), memory, 2), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_MISALIGNED_ADDRESS);
}

/* A copy waits for earlier work and for itself; its asynchronous form for neither. */
TEST(row, H5_copies_wait_or_do_not)
{
    int value = 1, *memory = array_of(t, &value, sizeof value), *pinned;
    lw_stream *stream = lw_default_stream(t->device);
    CHECK(memory);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&pinned, sizeof *pinned), LW_SUCCESS);
    *pinned = 5;
    CHECK_STATUS(lw_launch(h_wait, line(t, 1, 1, 0), 50), LW_SUCCESS);
    CHECK_STATUS(lw_launch(h_double, line(t, 1, 1, 0), memory, 1), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, pinned, memory, sizeof value, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(stream), LW_ERROR_NOT_READY);
    CHECK_EQUAL(*(volatile int *)pinned, 5);
    CHECK_STATUS(lw_memcpy(t->device, &value, memory, sizeof value, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(value, 2);
    CHECK_EQUAL(*(volatile int *)pinned, 2);
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
}

TEST(row, H6_rows_are_a_pitch_apart)
{
    enum { WIDTH = 77, HEIGHT = 9 };
    char host[HEIGHT][WIDTH], *memory;
    size_t pitch;
    memset(host, 3, sizeof host);
    CHECK_STATUS(lw_malloc_pitch(t->device, (void **)&memory, &pitch, WIDTH, HEIGHT), LW_SUCCESS);
    CHECK(pitch >= WIDTH && pitch % 512 == 0);
    CHECK_STATUS(lw_memcpy_2d(t->device, memory, pitch, host, WIDTH, WIDTH, HEIGHT, LW_MEMCPY_HOST_TO_DEVICE),
                 LW_SUCCESS);
    CHECK_STATUS(lw_launch(h_pitched, line(t, 1, 32, 0), memory, pitch, WIDTH, HEIGHT, 1), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_2d(t->device, host, WIDTH, memory, pitch, WIDTH, HEIGHT, LW_MEMCPY_DEVICE_TO_HOST),
                 LW_SUCCESS);
    for (int r = 0; r < HEIGHT; r++)
        for (int i = 0; i < WIDTH; i++)
            CHECK_EQUAL(host[r][i], 4);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

/* Slices are pitch times height apart, however small the copied part; widths are in bytes. */
TEST(row, H7_slices_are_a_pitch_times_a_height_apart)
{
    enum { WIDTH = 100, HEIGHT = 5, DEPTH = 3 };
    static unsigned char host[DEPTH][HEIGHT][WIDTH], back[DEPTH][HEIGHT][WIDTH];
    lw_pitched memory;
    lw_extent whole = {WIDTH, HEIGHT, DEPTH};
    for (int i = 0; i < WIDTH * HEIGHT * DEPTH; i++)
        (&host[0][0][0])[i] = (unsigned char)(i % 200);
    CHECK_STATUS(lw_malloc_3d(t->device, &memory, whole), LW_SUCCESS);
    CHECK_EQUAL(memory.pitch, 512);
    CHECK(memory.width == WIDTH && memory.height == HEIGHT);
    lw_pitched plain = {host, WIDTH, WIDTH, HEIGHT}, read = {back, WIDTH, WIDTH, HEIGHT};
    lw_copy_3d in = {.destination = memory, .source = plain, .extent = whole, .kind = LW_MEMCPY_HOST_TO_DEVICE};
    CHECK_STATUS(lw_memset_3d(t->device, memory, 0xee, whole), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_3d(t->device, &in), LW_SUCCESS);
    CHECK_STATUS(lw_launch(h_pitched, line(t, 1, 32, 0), memory.pointer, memory.pitch, WIDTH, HEIGHT, DEPTH),
                 LW_SUCCESS);
    /* All of it back, then a box out of the middle to a corner. */
    lw_copy_3d out = {.destination = read, .source = memory, .extent = whole, .kind = LW_MEMCPY_DEFAULT};
    CHECK_STATUS(lw_memcpy_3d(t->device, &out), LW_SUCCESS);
    for (int i = 0; i < WIDTH * HEIGHT * DEPTH; i++)
        CHECK_EQUAL((&back[0][0][0])[i], i % 200 + 1);
    memset(back, 0, sizeof back);
    lw_copy_3d box = {.destination = read,
                      .source = memory,
                      .source_at = {50, 3, 1},
                      .destination_at = {7, 1, 1},
                      .extent = {50, 2, 2},
                      .kind = LW_MEMCPY_DEVICE_TO_HOST};
    CHECK_STATUS(lw_memcpy_3d_async(lw_default_stream(t->device), &box), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    for (int s = 0; s < DEPTH; s++) {
        for (int r = 0; r < HEIGHT; r++) {
            for (int i = 0; i < WIDTH; i++) {
                bool inside = s >= 1 && r >= 1 && r < 3 && i >= 7 && i < 57;
                int from = inside ? host[s][r + 2][i + 43] + 1 : 0;
                CHECK_EQUAL(back[s][r][i], from);
            }
        }
    }
    /* A part of each slice is set, the rest is unchanged. */
    CHECK_STATUS(lw_memset_3d(t->device, memory, 9, (lw_extent){10, 2, DEPTH}), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_3d(t->device, &out), LW_SUCCESS);
    for (int s = 0; s < DEPTH; s++)
        for (int r = 0; r < HEIGHT; r++)
            for (int i = 0; i < WIDTH; i++)
                CHECK_EQUAL(back[s][r][i], i < 10 && r < 2 ? 9 : host[s][r][i] + 1);
    CHECK_STATUS(lw_free(t->device, memory.pointer), LW_SUCCESS);
}

TEST(row, H8_symbols_are_copied_by_name)
{
    int numbers[4] = {1, 2, 3, 4}, got[4] = {0};
    size_t size = 0;
    void *address = NULL;
    CHECK_STATUS(lw_symbol_get_size(t->device, &size, LW_SYMBOL(h_table)), LW_SUCCESS);
    CHECK_EQUAL(size, 64 * sizeof(int));
    CHECK_STATUS(lw_symbol_get_address(t->device, &address, LW_SYMBOL(h_table)), LW_SUCCESS);
    CHECK(address != NULL);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(h_table), numbers, sizeof numbers, 16), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, got, LW_SYMBOL(h_table), sizeof got, 16), LW_SUCCESS);
    CHECK(memcmp(got, numbers, sizeof got) == 0);
}

/* A refused allocation reports the requested size, and host memory can be used instead. */
TEST(row, H9_no_memory_says_the_size)
{
    size_t left, total;
    void *memory;
    CHECK_STATUS(lw_device_get_memory(t->device, &left, &total), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &memory, total + 4096), LW_ERROR_OUT_OF_MEMORY);
    char size[40];
    snprintf(size, sizeof size, "%zu", total + 4096);
    CHECK_MESSAGE(t->device, size);
    CHECK_STATUS(lw_malloc_host(t->device, &memory, 1 << 20), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, memory), LW_SUCCESS);
}

/* A permutation that the compiler cannot predict: 7 * i mod 32. */
TEST(row, H16_local_arrays_are_each_lanes_own)
{
    enum { LANES = 96, N = 32 };
    int order[N], got[LANES];
    for (int i = 0; i < N; i++)
        order[i] = 7 * i % N;
    int *from = array_of(t, order, sizeof order), *out = array_of(t, NULL, sizeof got);
    CHECK(from && out);
    CHECK_STATUS(lw_launch(h_indexed, line(t, 1, LANES, 0), from, out, N), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    for (int lane = 0; lane < LANES; lane++) {
        int sum = 0;
        for (int i = 0; i < N; i++)
            sum += (i * 100 + lane) * (order[i] + 1);
        CHECK_EQUAL(got[lane], sum);
    }
}

/* Rows of 32 words are 32 conflicts a column, of 33 none: the numbers are the same. */
TEST(row, H17_shared_banks_change_no_result)
{
    static float in[32][32], got[32][32];
    for (int i = 0; i < 32 * 32; i++)
        (&in[0][0])[i] = (float)i;
    float *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof got);
    CHECK(from && to);
    for (int stride = 32; stride <= 35; stride++) {
        CHECK_STATUS(lw_memset(t->device, to, 0, sizeof got), LW_SUCCESS);
        CHECK_STATUS(lw_launch(h_columns, line(t, 1, 32, 32u * (unsigned)stride * sizeof(float)), from, to, stride),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, got, to, sizeof got));
        for (int column = 0; column < 32; column++)
            for (int row = 0; row < 32; row++)
                CHECK(got[column][row] == in[row][column]);
    }
}

TEST(row, H19_more_than_48_KiB_after_an_opt_in, .isolated = true)
{
    lw_device_properties properties;
    int value = 0, *out = array_of(t, NULL, sizeof value);
    CHECK(out);
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    size_t most = properties.shared_memory_per_block_optin;
    CHECK_STATUS(lw_launch(h_large_shared, line(t, 1, 32, 49152), out, 12288), LW_SUCCESS);
    CHECK_STATUS(lw_launch(h_large_shared, line(t, 1, 32, 49156), out, 12289), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(
        lw_kernel_set_attribute(t->device, LW_KERNEL_OF(h_large_shared), LW_KERNEL_MAX_DYNAMIC_SHARED, (long long)most),
        LW_SUCCESS);
    int words = (int)(most / sizeof(int));
    CHECK_STATUS(lw_launch(h_large_shared, line(t, 1, 32, most), out, words), LW_SUCCESS);
    CHECK_CALL(array_read(t, &value, out, sizeof value));
    CHECK_EQUAL(value, words - 1 + words / 2);
    CHECK_STATUS(lw_launch(h_large_shared, line(t, 1, 32, most + 4), out, words), LW_ERROR_INVALID_VALUE);
}

/* The same address in all lanes, or one in each: only performance differs. */
TEST(row, H22_constants_at_any_address)
{
    int table[64], got[64], *out = array_of(t, NULL, sizeof got);
    CHECK(out);
    for (int i = 0; i < 64; i++)
        table[i] = i * i;
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(h_table), table, sizeof table, 0), LW_SUCCESS);
    for (int spread = 0; spread < 5; spread++) {
        CHECK_STATUS(lw_launch(h_constants, line(t, 1, 64, 0), out, spread), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, out, sizeof got));
        for (int i = 0; i < 64; i++)
            CHECK_EQUAL(got[i], table[i * spread % 64]);
    }
}
