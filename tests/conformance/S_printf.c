/* printf() in kernels: its result, its output, and when it is printed. */
#include <stdlib.h>

#include "capture.h"
#include "device/S_printf.h"
#include "tests/fault/fault.h"
#include <tests/harness/arrays.h>

static char text[4 << 20];

/* The output of a launch of one thread, up to the next synchronisation. */
#define PRINTED(...)                                                                                                   \
    do {                                                                                                               \
        struct capture capture = capture_begin(t, stdout);                                                             \
        lw_status printed_launch = lw_launch(__VA_ARGS__), printed_status = lw_device_synchronize(t->device);          \
        capture_end(&capture, text, sizeof text);                                                                      \
        CHECK_STATUS(printed_launch, LW_SUCCESS);                                                                      \
        CHECK_STATUS(printed_status, LW_SUCCESS);                                                                      \
    } while (0)

TEST(row, S7_printf_answers_the_number_of_arguments, .isolated = true)
{
    int answer[5], *answers = array_of(t, NULL, sizeof answer);
    CHECK(answers);
    PRINTED(s_print_returns, line(t, 1, 1, 0), answers, NULL);
    CHECK_TEXT(text, "no argument\n1\n1 two 3.000000\n%\n");
    CHECK_CALL(array_read(t, answer, answers, sizeof answer));
    CHECK_EQUAL(answer[0], 0);
    CHECK_EQUAL(answer[1], 1);
    CHECK_EQUAL(answer[2], 3);
    CHECK_EQUAL(answer[3], -1);
    CHECK_EQUAL(answer[4], 0);
}

TEST(row, S7b_printf_takes_32_arguments, .isolated = true)
{
    static const char numbers[] =
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32";
    char expected[300];
    int answer[2], *answers = array_of(t, NULL, sizeof answer);
    CHECK(answers);
    PRINTED(s_print_many, line(t, 1, 1, 0), answers);
    snprintf(expected, sizeof expected, "%s\n%s %%d %%d\n", numbers, numbers);
    if (on_cpu(t))
        CHECK_TEXT(text, expected); /* a GPU prints memory after the arguments for the two missing ones */
    else
        CHECK(strncmp(text, expected, 2 * sizeof numbers) == 0);
    CHECK_CALL(array_read(t, answer, answers, sizeof answer));
    CHECK_EQUAL(answer[0], 32);
    CHECK_EQUAL(answer[1], 32);
}

/* 32 strings of 128 MiB exceed the size that a record can hold. This is CUDA's internal error, which nothing causes
 * reliably on a GPU. */
TEST(row, S7e_printf_answers_minus_2_for_what_cannot_be_kept, .isolated = true, .cpu_only = true)
{
    enum { LONG = 1 << 27 };
    char *word;
    int answer = 0, *answers = array_of(t, NULL, sizeof answer);
    CHECK(answers);
    CHECK_STATUS(lw_malloc(t->device, (void **)&word, LONG), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, word, 'q', LONG - 1), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, word + LONG - 1, 0, 1), LW_SUCCESS);
    PRINTED(s_print_huge, line(t, 1, 1, 0), word, answers);
    CHECK_TEXT(text, "");
    CHECK_CALL(array_read(t, &answer, answers, sizeof answer));
    CHECK_EQUAL(answer, -2);
}

TEST(row, S8_printf_formats_integers, .isolated = true)
{
    PRINTED(s_print_integers, line(t, 1, 1, 0), 42);
    CHECK_TEXT(text, "|42|   42|42   |00042|+42| 42|-42|\n"
                     "|ff|FF|0xff|10|010|4000000000|\n"
                     "|-1|-2|1099511627776|1125899906842624|10000000000|4000000000000|\n"
                     "|042|     042|02a     |\n");
}

TEST(row, S8b_printf_formats_floating_point, .isolated = true)
{
    PRINTED(s_print_numbers, line(t, 1, 1, 0), 3.25);
    CHECK_TEXT(text, "|3.250000|3.25|     3.250|3.2       |+3.250000| 3.2|0000003.25|\n"
                     "|3.250000e+10|3.250E+10|3.25e-10|3.25E+20|0x1p+0|0X1P-1|2.|\n"
                     "|3.250000|\n");
}

TEST(row, S8c_printf_formats_text, .isolated = true)
{
    char *word = array_of(t, "text", sizeof "text");
    CHECK(word);
    PRINTED(s_print_text, line(t, 1, 1, 0), word);
    CHECK_TEXT(text, "|a|  b|c  |text|   right|left    |cut|%|\n|0x1234|\n");
}

/* A directive without an argument, or of an unknown type, is printed unchanged; surplus arguments are not printed.
 * Undefined on a GPU. */
TEST(row, S8d_printf_prints_unknown_directives, .isolated = true, .cpu_only = true)
{
    int answer[3], *answers = array_of(t, NULL, sizeof answer);
    CHECK(answers);
    PRINTED(s_print_odd, line(t, 1, 1, 0), answers);
    CHECK_TEXT(text, "|7|%d|\n|7|\n|%y|7|8|100%|\n");
}

/* Strings and formats have their values from the call of printf(), even if they change before the host reads them. */
TEST(row, S7c_printf_keeps_the_text_of_its_call, .isolated = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    PRINTED(s_print_own_text, line(t, 1, 1, 0), out);
    CHECK_TEXT(text, "text before\nformat 1\n");
}

/* Each thread's lines are in its own order; the order between threads is undefined. */
TEST(row, S7d_printf_keeps_each_lanes_order, .isolated = true)
{
    enum { LANES = 64, STEPS = 20 };
    int next[LANES] = {0}, lane, step, used;
    PRINTED(s_print_steps, line(t, 1, LANES, 0), STEPS);
    const char *at = text;
    for (int i = 0; i < LANES * STEPS; i++, at += used) {
        used = 0;
        CHECK(sscanf(at, "%d:%d\n%n", &lane, &step, &used) == 2 && used > 0);
        CHECK(lane >= 0 && lane < LANES);
        CHECK_EQUAL(step, next[lane]++);
    }
    CHECK_EQUAL(*at, 0);
}

/* Excess output replaces the oldest: the last line is always there. A GPU's driver prints while the kernel runs, so
 * how much is lost there is random. */
TEST(row, S9_printf_buffer_overwrites_the_oldest, .isolated = true)
{
    enum { COUNT = 100000 };
    size_t limit;
    CHECK_STATUS(lw_device_set_limit(t->device, LW_LIMIT_PRINTF_FIFO_SIZE, 1), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_limit(t->device, LW_LIMIT_PRINTF_FIFO_SIZE, &limit), LW_SUCCESS);
    CHECK_EQUAL(limit, 512 << 10); /* the smallest possible size */
    PRINTED(s_print_lines, line(t, 1, 1, 0), 0, COUNT);
    char last[40];
    snprintf(last, sizeof last, "line %07d\n", COUNT - 1);
    size_t length = strlen(text), one = strlen(last);
    CHECK(length >= one && length % one == 0 && length / one < COUNT);
    CHECK_TEXT(text + length - one, last);
    CHECK_STATUS(lw_device_set_limit(t->device, LW_LIMIT_PRINTF_FIFO_SIZE, 1 << 20), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_device_set_limit: ");
    if (!on_cpu(t))
        return;
    /* The remaining lines follow each other without a gap, as many as fit. */
    int before = COUNT - (int)(length / one) - 1;
    CHECK(before > 0 && length / one > (512 << 10) / 64);
    for (size_t i = 0; i < length; i += one)
        CHECK_EQUAL(atoi(text + i + 5), ++before);
}

/* A line that does not fit the buffer is not printed, and printf() returns that. */
TEST(row, S9c_printf_too_long_for_the_buffer, .isolated = true)
{
    enum { LONG = 9 << 20 };
    char *word, *device_word;
    int answer = 0, *answers = array_of(t, NULL, sizeof answer);
    CHECK_STATUS(lw_device_set_limit(t->device, LW_LIMIT_PRINTF_FIFO_SIZE, 1), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&word, LONG), LW_SUCCESS);
    memset(word, 'q', LONG - 1);
    word[LONG - 1] = 0;
    device_word = array_of(t, word, LONG);
    CHECK(answers && device_word);
    PRINTED(s_print_word, line(t, 1, 1, 0), device_word, answers);
    CHECK_TEXT(text, "");
    CHECK_CALL(array_read(t, &answer, answers, sizeof answer));
    CHECK_EQUAL(answer, -1);
    word[5000] = 0; /* this one fits */
    CHECK_STATUS(lw_memcpy(t->device, device_word, word, 5001, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    PRINTED(s_print_word, line(t, 1, 1, 0), device_word, answers);
    CHECK_EQUAL(strlen(text), 5001);
    CHECK_CALL(array_read(t, &answer, answers, sizeof answer));
    CHECK_EQUAL(answer, 1);
}

/* The buffer is printed when the host synchronises, and at a copy that it waits for. */
TEST(row, S9b_printf_buffer_is_flushed, .isolated = true)
{
    int value = 0, *out = array_of(t, NULL, sizeof *out);
    lw_stream *stream = lw_default_stream(t->device);
    lw_event *event;
    CHECK(out);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    struct capture capture = capture_begin(t, stdout);
    static const char *const means[] = {"device", "stream", "event", "copy"};
    size_t sizes[4] = {0};
    for (int i = 0; i < 4; i++) {
        lw_launch(s_print_lines, line(t, 1, 1, 0), i, 1);
        lw_event_record(event, stream);
        if (i == 0)
            lw_device_synchronize(t->device);
        else if (i == 1)
            lw_stream_synchronize(stream);
        else if (i == 2)
            lw_event_synchronize(event);
        else
            lw_memcpy(t->device, &value, out, sizeof value, LW_MEMCPY_DEVICE_TO_HOST);
        sizes[i] = capture_size(&capture);
    }
    capture_end(&capture, text, sizeof text);
    for (int i = 0; i < 4; i++)
        if (sizes[i] != (size_t)(i + 1) * 13)
            FAIL("after the wait for the %s %zu bytes were printed", means[i], sizes[i]);
    CHECK_TEXT(text, "line 0000000\nline 0000001\nline 0000002\nline 0000003\n");
}

/* And when the next kernel is launched, before it does anything. A GPU's driver may have printed by then. */
TEST(row, S9d_printf_buffer_is_flushed_by_a_launch, .isolated = true, .cpu_only = true)
{
    enum { PATIENCE = 10000 };
    int *answer;
    char *word = array_of(t, "text", sizeof "text");
    CHECK(word);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&answer, sizeof *answer), LW_SUCCESS);
    *answer = 0;
    struct capture capture = capture_begin(t, stdout);
    lw_launch(s_print_word, line(t, 1, 1, 0), word, answer);
    for (int i = 0; i < PATIENCE && !*(volatile int *)answer; i++) /* any wait, or query, would print */
        usleep(1000);
    size_t ended = capture_size(&capture);
    lw_launch(s_print_lines, line(t, 1, 1, 0), 8, 0);
    size_t launched = capture_size(&capture);
    capture_end(&capture, text, sizeof text);
    CHECK_EQUAL(ended, 0);
    CHECK_EQUAL(launched, sizeof "text");
    CHECK_TEXT(text, "text\n");
}
