/* lanewise-test: runs the registered cases on the devices present and counts. */
#include "harness.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/test_hook.h"

static const char usage[] =
    "usage: lanewise-test [OPTION]... [PATTERN]...\n"
    "Runs the cases whose name (suite/name@device) contains a PATTERN, or matches it where it has * or ?;\n"
    "none of those that a PATTERN after a ! names.\n"
    "  --list          print the names, run nothing\n"
    "  --device NAME   only this device (cpu, cuda:0); LANEWISE_DEVICE does the same\n"
    "  --seed N        the seed of random inputs, as printed by the run to repeat\n"
    "  --case NAME     run this one case, even an isolated one, in this process\n"
    "  --quick         leave out the cases that take long\n"
    "  --slow N        multiply every time limit by N, for instrumented builds\n";

enum { MAX_DEVICES = 64 };

struct run {
    const char *devices[MAX_DEVICES];
    bool lost[MAX_DEVICES]; /* a fault that only a new process ends: later cases run in processes of their own */
    int device_count;
    char *const *patterns;
    int pattern_count;
    const char *only; /* --case */
    uint64_t seed;
    unsigned slow;
    bool list, quick, restricted;
    int number, passed, failed, skipped;
};

static bool selected(const struct run *run, const char *name)
{
    if (run->only != NULL)
        return strcmp(run->only, name) == 0;
    bool among_all = true, named = false;
    for (int i = 0; i < run->pattern_count; i++) {
        const char *pattern = run->patterns[i];
        bool left_out = pattern[0] == '!';
        pattern += left_out;
        bool matches = strpbrk(pattern, "*?") ? fnmatch(pattern, name, 0) == 0 : strstr(name, pattern) != NULL;
        if (left_out && matches)
            return false;
        among_all &= left_out;
        named |= matches;
    }
    return among_all || named;
}

static void report(struct run *run, int result, const char *name, const char *reason)
{
    run->number++;
    run->passed += result == TEST_PASSED;
    run->failed += result == TEST_FAILED;
    run->skipped += result == TEST_SKIPPED;
    printf("%sok %d - %s", result == TEST_FAILED ? "not " : "", run->number, name);
    if (result == TEST_SKIPPED)
        printf(" # SKIP %s", reason);
    printf("\n");
}

/* Closes the case's device. A sticky fault is ended here, or the device is given up for this process. */
static void close_device(struct run *run, struct test *t, int index)
{
    lw_status status = lw_device_synchronize(t->device);
    if (LW_ERROR_IS_STICKY(status) && lw_device_reset(t->device) != LW_SUCCESS)
        run->lost[index] = true;
    status = lw_device_close(t->device);
    if (status != LW_SUCCESS && !run->lost[index])
        test_fail(t, "close", 0, "lw_device_close: %s: %s", lw_status_string(status), lw_last_error_message(NULL));
}

/* Opens the device and, if the case needs it, a peer. False: the case is over. */
static bool open_devices(const struct test_case *test, struct test *t)
{
    char peer[24];
    if (test->options.two_devices && !test_peer_name(t, peer, sizeof peer))
        return false;
    lw_status status = lw_device_open(&t->device, t->device_name);
    if (status == LW_SUCCESS && test->options.two_devices && (status = lw_device_open(&t->peer, peer)) != LW_SUCCESS)
        lw_device_close(t->device);
    if (status == LW_SUCCESS)
        return true;
    test_fail(t, "open", 0, "lw_device_open(\"%s\"): %s: %s", t->device ? peer : t->device_name,
              lw_status_string(status), lw_last_error_message(NULL));
    return false;
}

/* A fault of a GPU stays in the process: only an isolated case may cause one. */
static void close_peer(struct test *t)
{
    lw_status status = lw_device_synchronize(t->peer);
    bool lost = LW_ERROR_IS_STICKY(status) && lw_device_reset(t->peer) != LW_SUCCESS;
    status = lw_device_close(t->peer);
    if (status != LW_SUCCESS && !lost)
        test_fail(t, "close", 0, "lw_device_close of the peer: %s: %s", lw_status_string(status),
                  lw_last_error_message(NULL));
}

static int run_here(struct run *run, const struct test_case *test, int index, struct test *t)
{
    lw_test_counts before, after;
    lw_test_count(&before);
    test_set_devices(test->options.two_devices && on_cpu(t));
    if (index >= 0 && !open_devices(test, t)) {
        test_set_devices(false);
        return t->failed ? TEST_FAILED : TEST_SKIPPED;
    }
    test->body(t);
    if (t->peer)
        close_peer(t);
    if (index >= 0)
        close_device(run, t, index);
    lw_test_count(&after);
    if (!test->options.isolated && after.contexts > before.contexts)
        test_fail(t, "close", 0, "the case leaves a device open");
    test_set_devices(false);
    return t->failed ? TEST_FAILED : t->skipped ? TEST_SKIPPED : TEST_PASSED;
}

/* `index`: of the device, or -1 for a host case. */
static void run_case(struct run *run, const struct test_case *test, int index)
{
    char name[256];
    const char *device = index >= 0 ? run->devices[index] : NULL;
    snprintf(name, sizeof name, "%s/%s%s%s", test->suite, test->name, device ? "@" : "", device ? device : "");
    if (!selected(run, name) || (run->quick && test->options.takes_long))
        return;
    if (run->list) {
        printf("%s\n", name);
        return;
    }
    struct test t = {.device_name = device, .name = name, .user = test->user, .slow = run->slow};
    t.seed = t.random = test_seed_of(run->seed, test->suite, test->name);

    unsigned seconds = test->options.seconds ? test->options.seconds : test->options.isolated ? 60 : 300;
    seconds *= run->slow;
    bool isolated = run->only == NULL && (test->options.isolated || (index >= 0 && run->lost[index]));
    int result;
    if (isolated) {
        result = test_run_isolated(name, run->seed, run->slow, seconds, t.reason, sizeof t.reason);
    } else {
        test_watch(name, seconds);
        result = run_here(run, test, index, &t);
        test_watch(NULL, 0);
    }
    report(run, result, name, t.reason);
}

static void run_on_devices(struct run *run, const struct test_case *test)
{
    int ran = 0;
    for (int i = 0; i < run->device_count; i++) {
        bool cpu = strncmp(run->devices[i], "cpu", 3) == 0;
        if ((test->options.cpu_only && !cpu) || (test->options.cuda_only && cpu))
            continue;
        run_case(run, test, i);
        ran++;
    }
    if (ran > 0 || !test->options.cuda_only || run->restricted)
        return;
    char name[256];
    snprintf(name, sizeof name, "%s/%s@cuda", test->suite, test->name);
    if (selected(run, name) && !run->list)
        report(run, TEST_SKIPPED, name, "no CUDA device");
}

/* By file and line: the source order, whatever order the linker chose. */
static int by_place(const void *a, const void *b)
{
    const struct test_case *first = *(struct test_case *const *)a, *second = *(struct test_case *const *)b;
    int order = strcmp(first->file, second->file);
    if (order != 0)
        return order;
    return first->line != second->line ? first->line - second->line : strcmp(first->name, second->name);
}

static bool find_devices(struct run *run, const char *wanted)
{
    int count = 0;
    lw_status status = lw_device_count(&count);
    for (int i = 0; i < count && run->device_count < MAX_DEVICES && status == LW_SUCCESS; i++) {
        const char *name;
        status = lw_device_name(i, &name);
        if (status != LW_SUCCESS)
            break;
        if (wanted == NULL || strcmp(wanted, name) == 0)
            run->devices[run->device_count++] = name;
    }
    if (status != LW_SUCCESS)
        fprintf(stderr, "lanewise-test: cannot list the devices: %s\n", lw_status_string(status));
    else if (run->device_count == 0)
        fprintf(stderr, "lanewise-test: there is no device \"%s\" here\n", wanted ? wanted : "cpu");
    run->restricted = wanted != NULL;
    return run->device_count > 0;
}

static int run_all(struct run *run)
{
    int count = 0;
    for (struct test_case *test = test_cases(); test; test = test->next)
        count++;
    struct test_case **sorted = calloc((size_t)count + 1, sizeof *sorted);
    if (sorted == NULL) {
        fprintf(stderr, "lanewise-test: out of memory\n");
        return TEST_FAILED;
    }
    int filled = 0;
    for (struct test_case *test = test_cases(); test; test = test->next)
        sorted[filled++] = test;
    qsort(sorted, (size_t)count, sizeof *sorted, by_place);

    if (!run->list)
        printf("TAP version 13\n# seed %llu\n", (unsigned long long)run->seed);
    for (int i = 0; i < count; i++) {
        if (sorted[i]->options.host)
            run_case(run, sorted[i], -1);
        else
            run_on_devices(run, sorted[i]);
    }
    free(sorted);
    if (run->list)
        return TEST_PASSED;
    printf("1..%d\n", run->number);
    if (run->number == 0)
        fprintf(stderr, "lanewise-test: no case has that name; --list shows them\n");
    if (run->only == NULL)
        printf("%d passed, %d failed, %d skipped\n", run->passed, run->failed, run->skipped);
    if (run->only != NULL && run->skipped > 0)
        return TEST_SKIPPED;
    return run->failed > 0 || run->number == 0 ? TEST_FAILED : TEST_PASSED;
}

/* The value of an option that needs one; null, after a message, if it is missing. */
static const char *value_of(int count, char **arguments, int *i)
{
    if (*i + 1 < count)
        return arguments[++*i];
    fprintf(stderr, "lanewise-test: %s needs a value\n%s", arguments[*i], usage);
    return NULL;
}

/* False, after a message, if `text` is no number from 0 to `limit`. */
static bool parse_number(const char *option, const char *text, unsigned long long limit, unsigned long long *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 0);
    bool good = errno == 0 && text[0] >= '0' && text[0] <= '9' && *end == 0 && *number <= limit;
    if (!good)
        fprintf(stderr, "lanewise-test: %s needs a number, not \"%s\"\n", option, text);
    return good;
}

int main(int count, char **arguments)
{
    struct run run = {.seed = 1, .slow = 1};
    unsigned long long number = 0;
    const char *device = getenv("LANEWISE_DEVICE");
    if (device != NULL && device[0] == 0)
        device = NULL;
    int i = 1;
    for (; i < count && arguments[i][0] == '-'; i++) {
        const char *option = arguments[i], *value = "";
        bool valued = strcmp(option, "--device") == 0 || strcmp(option, "--seed") == 0 ||
                      strcmp(option, "--case") == 0 || strcmp(option, "--slow") == 0;
        if (valued && (value = value_of(count, arguments, &i)) == NULL)
            return 2;
        if (strcmp(option, "--list") == 0)
            run.list = true;
        else if (strcmp(option, "--quick") == 0)
            run.quick = true;
        else if (strcmp(option, "--device") == 0)
            device = value;
        else if (strcmp(option, "--seed") == 0 && parse_number(option, value, UINT64_MAX, &number))
            run.seed = number;
        else if (strcmp(option, "--case") == 0)
            run.only = value;
        else if (strcmp(option, "--slow") == 0 && parse_number(option, value, 1000, &number))
            run.slow = number ? (unsigned)number : 1;
        else {
            fputs(usage, strcmp(option, "--help") == 0 ? stdout : stderr);
            return strcmp(option, "--help") == 0 ? 0 : 2;
        }
    }
    run.patterns = arguments + i;
    run.pattern_count = count - i;
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_register_kernel_cases();
    if (device != NULL && strcmp(device, "cuda") == 0)
        device = "cuda:0";
    if (!find_devices(&run, device))
        return TEST_FAILED;
    return run_all(&run);
}
