/* sweep DEVICE...: runs all programs that are linked in on each device, on "cpu" under each schedule. Exits with 1 if any
 * differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static int sweep(const char *name, const char *schedule)
{
    char message[512] = "";
    unsigned wrong = 0;
    lw_device *device;
    lw_status status = lw_device_open(&device, name);
    if (status) {
        printf("%s: %s\n", name, lw_last_error_message(NULL));
        return 1;
    }
    status = random_check(device, 0, random_count, &wrong, message, sizeof message);
    printf("%s%s%s: %u programs, %u differ%s%s\n", name, schedule ? " " : "", schedule ? schedule : "", random_count, wrong,
           message[0] ? "; " : "", message);
    fflush(stdout);
    lw_device_close(device);
    return status || wrong;
}

int main(int argc, char **argv)
{
    int failed = argc < 2;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "cpu") != 0) {
            failed |= sweep(argv[i], NULL);
            continue;
        }
        for (int schedule = 0; schedule < RANDOM_SCHEDULES; schedule++) {
            setenv("LANEWISE_SCHEDULE", random_schedules[schedule], 1);
            failed |= sweep("cpu", random_schedules[schedule]);
        }
    }
    return failed;
}
