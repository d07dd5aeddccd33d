/* Random programs: a few hundred in every run of the tests; sweep.sh runs as many as one likes. */
#include <stdlib.h>

#include <tests/harness/test.h>

#include "check.h"

TEST(random, programs)
{
    char message[512] = "";
    unsigned wrong;
    lw_status status = random_check(t->device, 0, random_count, &wrong, message, sizeof message);
    if (status || wrong)
        FAIL("%u of %u programs differ; %s", wrong, random_count, message);
}

/* Isolated: the emulator reads its schedule when the device is first opened. */
TEST(random, programs_under_schedules, .host = true, .isolated = true, .takes_long = true, .seconds = 120)
{
    for (int i = 0; i < RANDOM_SCHEDULES; i++) {
        char message[512] = "";
        unsigned wrong;
        lw_device *device;
        setenv("LANEWISE_SCHEDULE", random_schedules[i], 1);
        CHECK_STATUS(lw_device_open(&device, "cpu"), LW_SUCCESS);
        lw_status status = random_check(device, 0, random_count, &wrong, message, sizeof message);
        if (status || wrong)
            FAIL("schedule %s: %u of %u programs differ; %s", random_schedules[i], wrong, random_count, message);
        CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
    }
}
