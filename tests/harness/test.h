/* The test program's cases and checks.
 *
 *     TEST(memory, free_null) { CHECK_STATUS(lw_free(t->device, NULL), LW_SUCCESS); }
 *     TEST(fault, wild_store, .cpu_only = true) { ... }
 *     TEST(api, out_of_memory, .isolated = true, .seconds = 20) { ... }
 *
 * A case registers itself before main(), by the folder's glob: a new file in tests/ needs no other change. It runs once
 * for each device present (named suite/name@device) with a device handle of its own, opened before and closed after, so
 * an early return leaks nothing. A failed check prints the place and returns from the function it stands in.
 */
#ifndef TEST_H
#define TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <lanewise/host.h>

struct test {
    lw_device *device;       /* opened for this case; null for a `.host` one */
    lw_device *peer;         /* of a `.two_devices` one: another device of the same kind */
    const char *device_name; /* "cpu", "cpu:1", "cuda:0"; null for a `.host` one */
    const char *name;        /* "suite/name@device" */
    const void *user;        /* as registered with test_register(); null for TEST() */
    uint64_t seed;           /* of this case: from --seed and the name, the same on every device */
    uint64_t random;         /* state of test_random() */
    unsigned slow;           /* --slow: the factor for a case's own time limits */
    bool failed, skipped;
    char reason[128]; /* why it was skipped */
};

/* All false: the case runs in this process, on each device. */
struct test_options {
    bool host;        /* runs once, without a device */
    bool cpu_only;    /* never started on a GPU */
    bool cuda_only;   /* on GPUs; skipped, once, where there is none */
    bool two_devices; /* needs another device, `peer`; the CPU has two for it; skipped where there is one GPU */
    bool isolated;    /* in a process of its own, its output captured and shown when it fails */
    bool takes_long;  /* left out by --quick */
    unsigned seconds; /* how long it may run; 0: 60 if isolated, else 300 */
};

struct test_case {
    const char *suite, *name, *file;
    int line;
    void (*body)(struct test *t);
    const void *user;
    struct test_options options;
    struct test_case *next;
};

#define TEST(suite_, name_, ...)                                                                                       \
    static void test_##suite_##_##name_(struct test *t);                                                               \
    __attribute__((constructor)) static void test_##suite_##_##name_##_register(void)                                  \
    {                                                                                                                  \
        static struct test_case self = {.suite = #suite_,                                                              \
                                        .name = #name_,                                                                \
                                        .file = __FILE__,                                                              \
                                        .line = __LINE__,                                                              \
                                        .body = test_##suite_##_##name_,                                               \
                                        .options = {__VA_ARGS__}};                                                     \
        test_register(&self);                                                                                          \
    }                                                                                                                  \
    static void test_##suite_##_##name_(struct test *t __attribute__((unused)))

/* Checks stand in functions that return void and have `struct test *t` in scope. */
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            test_fail(t, __FILE__, __LINE__, "%s", "CHECK(" #condition ")");                                           \
            return;                                                                                                    \
        }                                                                                                              \
    } while (0)

/* Integers, shown when they differ. */
#define CHECK_EQUAL(actual, expected)                                                                                  \
    do {                                                                                                               \
        long long test_actual = (long long)(actual), test_expected = (long long)(expected);                            \
        if (test_actual != test_expected) {                                                                            \
            test_fail(t, __FILE__, __LINE__, "%s is %lld, expected %lld", #actual, test_actual, test_expected);        \
            return;                                                                                                    \
        }                                                                                                              \
    } while (0)

#define CHECK_STATUS(expression, expected)                                                                             \
    do {                                                                                                               \
        if (!test_check_status(t, __FILE__, __LINE__, #expression, (expression), (expected)))                          \
            return;                                                                                                    \
    } while (0)

/* The thread's last failure on `device` (null: on any) has a message that contains `substring`. */
#define CHECK_MESSAGE(device, substring)                                                                               \
    do {                                                                                                               \
        if (!test_check_contains(t, __FILE__, __LINE__, lw_last_error_message(device), (substring)))                   \
            return;                                                                                                    \
    } while (0)

#define CHECK_CONTAINS(text, substring)                                                                                \
    do {                                                                                                               \
        if (!test_check_contains(t, __FILE__, __LINE__, (text), (substring)))                                          \
            return;                                                                                                    \
    } while (0)

/* Calls a function that contains checks, and returns if one of them failed or skipped. */
#define CHECK_CALL(call)                                                                                               \
    do {                                                                                                               \
        call;                                                                                                          \
        if (t->failed || t->skipped)                                                                                   \
            return;                                                                                                    \
    } while (0)

/* Fails with a printf-like message. */
#define FAIL(...)                                                                                                      \
    do {                                                                                                               \
        test_fail(t, __FILE__, __LINE__, __VA_ARGS__);                                                                 \
        return;                                                                                                        \
    } while (0)

/* The case cannot run here; counted as skipped. */
#define SKIP(...)                                                                                                      \
    do {                                                                                                               \
        test_skip(t, __VA_ARGS__);                                                                                     \
        return;                                                                                                        \
    } while (0)

/* For behaviour that differs in checked mode: faults may be findings. */
#define SKIP_WHERE_CHECKED(reason)                                                                                     \
    do {                                                                                                               \
        const char *engine_ = getenv("LANEWISE_ENGINE");                                                               \
        if (engine_ && strcmp(engine_, "checked") == 0)                                                                \
            SKIP(reason);                                                                                              \
    } while (0)

/* For cases that need workers that run at the same time: the engines checked and compare have one worker. */
#define SKIP_WITH_ONE_WORKER(reason)                                                                                   \
    do {                                                                                                               \
        const char *engine_ = getenv("LANEWISE_ENGINE");                                                               \
        if (engine_ && (strcmp(engine_, "checked") == 0 || strcmp(engine_, "compare") == 0))                           \
            SKIP(reason);                                                                                              \
    } while (0)

/* Registers a case made at run time; `self` lives as long as the program. */
void test_register(struct test_case *self);

/* The next of this case's random numbers; test_random_below() is in [0, limit), limit > 0. */
uint64_t test_random(struct test *t);
uint64_t test_random_below(struct test *t, uint64_t limit);

/* A clock that only goes forward. */
double test_seconds(void);

/* Whether the test's device is the emulator. */
static inline bool on_cpu(const struct test *t)
{
    return !t->device_name || strncmp(t->device_name, "cpu", 3) == 0;
}

/* What the macros call. */
void test_fail(struct test *t, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void test_skip(struct test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool test_check_status(struct test *t, const char *file, int line, const char *expression, lw_status actual,
                       lw_status expected);
bool test_check_contains(struct test *t, const char *file, int line, const char *text, const char *substring);

#endif
