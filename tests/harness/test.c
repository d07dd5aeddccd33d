/* Registered cases, checks and random numbers. */
#include "harness.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static struct test_case *cases;

void test_register(struct test_case *self)
{
    self->next = cases;
    cases = self;
}

struct test_case *test_cases(void)
{
    return cases;
}

uint64_t test_mix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t test_seed_of(uint64_t seed, const char *suite, const char *name)
{
    uint64_t state = seed;
    for (const char *c = suite; *c; c++)
        state = test_mix(&state) ^ (unsigned char)*c;
    for (const char *c = name; *c; c++)
        state = test_mix(&state) ^ (unsigned char)*c;
    return test_mix(&state);
}

uint64_t test_random(struct test *t)
{
    return test_mix(&t->random);
}

uint64_t test_random_below(struct test *t, uint64_t limit)
{
    return (uint64_t)(((unsigned __int128)test_random(t) * limit) >> 64);
}

/* Every line of `text` as a TAP comment, so that a report of several lines stays readable to a TAP reader. */
void test_print_comment(const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        bool commented = length > 0 && text[0] == '#';
        printf("%s%.*s\n", commented ? "" : "# ", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

void test_fail(struct test *t, const char *file, int line, const char *format, ...)
{
    char message[8192];
    int length = snprintf(message, sizeof message, "%s:%d: ", file, line);
    if (length < 0 || (size_t)length >= sizeof message)
        length = 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message + length, sizeof message - (size_t)length, format, arguments);
    va_end(arguments);
    test_print_comment(message);
    t->failed = true;
}

void test_skip(struct test *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(t->reason, sizeof t->reason, format, arguments);
    va_end(arguments);
    t->skipped = true;
}

bool test_check_status(struct test *t, const char *file, int line, const char *expression, lw_status actual,
                       lw_status expected)
{
    if (actual == expected)
        return true;
    const char *message = actual == LW_SUCCESS ? "" : lw_last_error_message(NULL);
    test_fail(t, file, line, "%s is %s, expected %s%s%s", expression, lw_status_string(actual),
              lw_status_string(expected), message[0] ? "\nlast message: " : "", message);
    return false;
}

bool test_check_contains(struct test *t, const char *file, int line, const char *text, const char *substring)
{
    if (text != NULL && strstr(text, substring) != NULL)
        return true;
    test_fail(t, file, line, "no \"%s\" in the text:\n%s", substring, text ? text : "(null)");
    return false;
}

double test_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
