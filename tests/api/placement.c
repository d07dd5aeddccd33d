/* Where the CPU device's threads and its memory lie. */
#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "api/test_hook.h"
#include "tests/harness/test.h"

/* How many of the process's threads may run on only one processor; `on`: those processors. */
static int count_pinned(cpu_set_t *on)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/task");
    CPU_ZERO(on);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        cpu_set_t mask;
        int thread = atoi(entry->d_name);
        if (thread == 0 || sched_getaffinity(thread, sizeof mask, &mask) != 0 || CPU_COUNT(&mask) != 1)
            continue;
        count++;
        CPU_OR(on, on, &mask);
    }
    if (folder)
        closedir(folder);
    return count;
}

TEST(api, pinned_workers, .host = true, .isolated = true)
{
    cpu_set_t mine, on;
    SKIP_WITH_ONE_WORKER("one worker runs all blocks");
    if (sched_getaffinity(0, sizeof mine, &mine) != 0 || CPU_COUNT(&mine) < 2)
        SKIP("there is one processor, or more than a cpu_set_t holds");
    setenv("LANEWISE_WORKERS", "2", 1);
    for (int pinned = 0; pinned < 2; pinned++) {
        setenv("LANEWISE_PIN", pinned ? "1" : "0", 1);
        CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
        CHECK_EQUAL(count_pinned(&on), pinned ? 2 : 0);
        CHECK_EQUAL(CPU_COUNT(&on), pinned ? 2 : 0);
        CPU_AND(&on, &on, &mine);
        CHECK_EQUAL(CPU_COUNT(&on), pinned ? 2 : 0);
        CHECK_STATUS(lw_device_close(t->device), LW_SUCCESS);
        t->device = NULL;
    }
}

/* The message about threads that could not start: how many, that each was to have a processor, and why. */
TEST(api, pinned_workers_that_do_not_start, .host = true, .isolated = true)
{
    char words[200];
    SKIP_WITH_ONE_WORKER("one worker runs all blocks");
    snprintf(words, sizeof words,
             "does not give 3 threads, each on one processor (LANEWISE_PIN), for the CPU device: %s", strerror(EAGAIN));
    setenv("LANEWISE_WORKERS", "3", 1);
    setenv("LANEWISE_PIN", "1", 1);
    lw_status status = LW_ERROR_OUT_OF_MEMORY;
    for (unsigned n = 1; status == LW_ERROR_OUT_OF_MEMORY; n++) {
        lw_test_fail_allocation(n);
        status = lw_device_open(&t->device, "cpu");
        lw_test_fail_allocation(0);
    }
    CHECK_EQUAL(status, LW_ERROR_SYSTEM);
    CHECK(strstr(lw_last_error_message(NULL), words) != NULL);
}

/* How many of the bytes are in memory: those that were touched. */
static size_t resident(char *memory, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = size / page, count = 0;
    unsigned char *vector = malloc(pages);
    if (vector && mincore(memory, size, vector) == 0)
        for (size_t i = 0; i < pages; i++)
            count += vector[i] & 1;
    free(vector);
    return count * page;
}

/* So memory is near the thread that writes it first. */
TEST(api, memory_that_nobody_has_touched, .cpu_only = true)
{
    const size_t half = (size_t)16 << 20, slack = (size_t)4 << 20; /* huge pages */
    /* the second allocation perhaps at the first one's place */
    for (int round = 0; round < 2; round++) {
        char *memory;
        CHECK_STATUS(lw_malloc(t->device, (void **)&memory, 2 * half), LW_SUCCESS);
        CHECK_EQUAL(resident(memory, 2 * half), 0);
        CHECK_STATUS(lw_memset(t->device, memory, 1, half), LW_SUCCESS);
        CHECK(resident(memory, half) == half);
        CHECK_EQUAL(resident(memory + half + slack, half - slack), 0);
        CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
    }
}
