/* sweep DEVICE...: runs all programs that are linked in on each device, on "cpu" as fibers under each schedule, on
 * "fused" as loops over lanes (of the level LANEWISE_CPU). Says which programs differ, or fail, and exits with 1 if any
 * do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <emu/fused/fused.h>
#include <lanewise/descriptor.h>

#include "check.h"

/* A program that fails leaves the device unfit: the next gets a new one. */
static lw_device *reopen(lw_device *device, const char *name)
{
    lw_device_close(device);
    lw_status status = lw_device_open(&device, name);
    if (!status)
        return device;
    printf("%s: %s\n", name, lw_last_error_message(NULL));
    return NULL;
}

static int sweep(const char *name, const char *way)
{
    unsigned wrong = 0, failed = 0;
    lw_device *device = reopen(NULL, name);
    for (unsigned i = 0; device && i < random_count; i++) {
        char message[512] = "";
        unsigned differ = 0;
        lw_status status = random_check(device, i, 1, &differ, message, sizeof message);
        wrong += differ;
        failed += status != 0;
        if (message[0])
            printf("%s\n", message);
        if (status)
            device = reopen(device, name);
    }
    printf("%s%s%s: %u programs, %u differ, %u fail\n", name, way ? " " : "", way ? way : "", random_count, wrong,
           failed);
    fflush(stdout);
    int bad = !device || wrong || failed;
    lw_device_close(device);
    return bad;
}

/* How many have no loops for the level: they would run as fibers. */
static int count_others(const char *level)
{
    unsigned others = 0, number = level && (level[1] == '3' || level[1] == '4') ? (unsigned)(level[1] - '2') : 0;
    for (unsigned i = 0; i < random_count; i++) {
        const struct emu_fused_kernel *copy = random_tables[i / random_per_table][i % random_per_table]->fused[number];
        others += !copy || copy->reason;
    }
    if (others)
        printf("%s: %u of %u programs are no loops\n", level ? level : "cpu", others, random_count);
    return others != 0;
}

int main(int argc, char **argv)
{
    int failed = argc < 2;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "fused") == 0) {
            const char *level = getenv("LANEWISE_CPU");
            setenv("LANEWISE_ENGINE", "fused", 1);
            failed |= count_others(level) | sweep("cpu", level);
        } else if (strcmp(argv[i], "cpu") != 0) {
            failed |= sweep(argv[i], NULL);
        } else {
            setenv("LANEWISE_ENGINE", "fiber", 1);
            for (int schedule = 0; schedule < RANDOM_SCHEDULES; schedule++) {
                setenv("LANEWISE_SCHEDULE", random_schedules[schedule], 1);
                failed |= sweep("cpu", random_schedules[schedule]);
            }
            unsetenv("LANEWISE_SCHEDULE");
        }
    }
    return failed;
}
