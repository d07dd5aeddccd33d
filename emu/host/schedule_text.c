/* Schedules as text: the values of LANEWISE_SCHEDULE and of `lanewise check`, and the words in a report that repeat a
 * run. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../machine/emu.h"

static const char *const names[] = {[EMU_SCHEDULE_ROUND_ROBIN] = "round-robin",
                                    [EMU_SCHEDULE_REVERSE] = "reverse",
                                    [EMU_SCHEDULE_RANDOM] = "random",
                                    [EMU_SCHEDULE_STARVE] = "starve",
                                    [EMU_SCHEDULE_PCT] = "pct",
                                    [EMU_SCHEDULE_LOCKSTEP] = "lockstep"};
enum { SCHEDULES = sizeof names / sizeof *names };

const char emu_schedule_rule[] =
    "round-robin, reverse, lockstep, random:SEED, starve:WARP (0 to 31) or pct:DEPTH:SEED (1 to 16)";

/* Reads ":" and decimal digits. False: there are none, or the number is too large. */
static bool read_number(const char **text, uint64_t *number)
{
    const char *next = *text;
    uint64_t value = 0;
    if (*next++ != ':' || *next < '0' || *next > '9')
        return false;
    for (; *next >= '0' && *next <= '9'; next++)
        if (__builtin_mul_overflow(value, 10u, &value) ||
            __builtin_add_overflow(value, (unsigned)(*next - '0'), &value))
            return false;
    *text = next;
    *number = value;
    return true;
}

bool emu_schedule_read(const char *text, emu_options *options)
{
    size_t length = strcspn(text, ":");
    unsigned schedule = 0;
    while (schedule < SCHEDULES && !(strlen(names[schedule]) == length && strncmp(names[schedule], text, length) == 0))
        schedule++;
    uint64_t detail = 0, seed = 0;
    const char *rest = text + length;
    bool valid = schedule < SCHEDULES;
    if (schedule == EMU_SCHEDULE_STARVE)
        valid = read_number(&rest, &detail) && detail < EMU_MOST_STARVED;
    if (schedule == EMU_SCHEDULE_PCT)
        valid = read_number(&rest, &detail) && detail >= 1 && detail <= EMU_MOST_DEPTH;
    if (valid && (schedule == EMU_SCHEDULE_RANDOM || schedule == EMU_SCHEDULE_PCT))
        valid = read_number(&rest, &seed);
    if (!valid || *rest)
        return false;
    options->schedule = schedule;
    options->schedule_detail = (unsigned)detail;
    options->seed = seed;
    return true;
}

void emu_schedule_text(const emu_options *options, char *text, size_t size)
{
    const char *name = names[options->schedule < SCHEDULES ? options->schedule : EMU_SCHEDULE_ROUND_ROBIN];
    if (options->schedule == EMU_SCHEDULE_RANDOM)
        snprintf(text, size, "%s:%" PRIu64, name, options->seed);
    else if (options->schedule == EMU_SCHEDULE_STARVE)
        snprintf(text, size, "%s:%u", name, options->schedule_detail);
    else if (options->schedule == EMU_SCHEDULE_PCT)
        snprintf(text, size, "%s:%u:%" PRIu64, name, options->schedule_detail, options->seed);
    else
        snprintf(text, size, "%s", name);
}
