#include "repeat.h"

#include "inside.h"

static emu_options schedule;

void emu_check_set_schedule(const emu_options *options)
{
    schedule = *options;
}

void emu_check_schedule_text(char *text, size_t size)
{
    emu_schedule_text(&schedule, text, size);
}

bool emu_check_in_order(void)
{
    return emu_checking && emu_check_wanted.in_order;
}

enum { READING_NS = 100 };
static uint64_t now;

uint64_t emu_check_time(void)
{
    return now += READING_NS;
}

void emu_check_slept(unsigned nanoseconds)
{
    now += nanoseconds;
}
