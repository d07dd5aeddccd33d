/* Settings of the environment: LANEWISE_WORKERS, _STACK_SIZE, _TIMEOUT, _SCHEDULE, _ACTIVEMASK, _STRICT, _MEMORY, _PIN,
 * _DEVICE_WAITS_ON_EXCEPTION. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "affinity.h"
#include "../machine/emu.h"

enum { MAX_WORKERS = 1024, DEFAULT_STACK = 64 << 10, SMALLEST_STACK = 16 << 10, LARGEST_STACK = 1 << 30 };
#define SECOND_NS 1000000000u

/* Reads decimal digits. Returns the first character after them; null: no digits, or the number is too large. */
static const char *read_number(const char *text, uint64_t *number)
{
    uint64_t value = 0;
    if (*text < '0' || *text > '9')
        return NULL;
    for (; *text >= '0' && *text <= '9'; text++)
        if (__builtin_mul_overflow(value, 10u, &value) ||
            __builtin_add_overflow(value, (unsigned)(*text - '0'), &value))
            return NULL;
    *number = value;
    return text;
}

/* "65536", "64K", "64KiB", "2G" ... */
static bool read_bytes(const char *text, uint64_t *bytes)
{
    uint64_t value;
    text = read_number(text, &value);
    if (!text)
        return false;
    static const char letters[] = "KMGT";
    const char *letter = *text ? strchr(letters, *text & ~0x20) : NULL;
    unsigned shift = 0;
    if (letter && *letter) {
        shift = 10 * (unsigned)(letter - letters + 1);
        text++;
        if (strcmp(text, "iB") == 0)
            text += 2;
    }
    if (*text || value > UINT64_MAX >> shift)
        return false;
    *bytes = value << shift;
    return true;
}

/* "60", "0.25": seconds, to nanoseconds. */
static bool read_seconds(const char *text, uint64_t *ns)
{
    uint64_t value;
    text = read_number(text, &value);
    if (!text || value > UINT32_MAX)
        return false;
    value *= SECOND_NS;
    if (*text == '.' && text[1]) {
        unsigned unit = SECOND_NS / 10;
        for (text++; *text >= '0' && *text <= '9'; text++, unit /= 10)
            value += (unsigned)(*text - '0') * (uint64_t)unit;
    }
    *ns = value;
    return !*text;
}

/* The one or two numbers in a file of one line, such as a limit of the control group. False: there is none. */
static bool read_file(const char *path, uint64_t *first, uint64_t *second)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    unsigned long long a = 0, b = 0;
    int count = fscanf(file, "%llu %llu", &a, &b);
    fclose(file);
    *first = a;
    *second = b;
    return count >= 1;
}

unsigned emu_processors(void)
{
    long count = emu_affinity_count();
    if (count <= 0)
        count = sysconf(_SC_NPROCESSORS_ONLN);
    if (count <= 0)
        count = 1;
    uint64_t quota, period;
    if (read_file("/sys/fs/cgroup/cpu.max", &quota, &period) && quota && period) {
        uint64_t share = (quota + period - 1) / period;
        if (share < (uint64_t)count)
            count = (long)share;
    }
    return count < MAX_WORKERS ? (unsigned)count : MAX_WORKERS;
}

static size_t physical_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t bytes = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : (uint64_t)1 << 30, limit, unused;
    if (read_file("/sys/fs/cgroup/memory.max", &limit, &unused) && limit && limit < bytes)
        bytes = limit;
    return (size_t)bytes;
}

static lw_status refuse(char *message, size_t size, const char *name, const char *value, const char *rule)
{
    snprintf(message, size, "%s is \"%s\": it must be %s", name, value, rule);
    return LW_ERROR_INVALID_VALUE;
}

/* The variable's value; null if it is unset or empty. */
static const char *value_of(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

lw_status emu_options_read(emu_options *options, char *message, size_t size)
{
    emu_options read = {.stack_size = DEFAULT_STACK, .timeout_ns = 60 * (uint64_t)SECOND_NS};
    uint64_t number;
    const char *name, *value, *end;

    if ((value = value_of(name = "LANEWISE_WORKERS"))) {
        end = read_number(value, &number);
        if (!end || *end || number < 1 || number > MAX_WORKERS)
            return refuse(message, size, name, value, "a number of threads, 1 to 1024");
        read.workers = (unsigned)number;
    } else {
        read.workers = emu_processors();
    }

    if ((value = value_of(name = "LANEWISE_STACK_SIZE"))) {
        if (!read_bytes(value, &number) || number < SMALLEST_STACK || number > LARGEST_STACK)
            return refuse(message, size, name, value, "bytes a thread, 16K to 1G (such as 65536 or 64K)");
        read.stack_size = (size_t)number;
    }

    if ((value = value_of(name = "LANEWISE_TIMEOUT")) && !read_seconds(value, &read.timeout_ns))
        return refuse(message, size, name, value, "seconds (such as 60 or 0.5; 0 is no limit)");

    if ((value = value_of(name = "LANEWISE_MEMORY"))) {
        if (!read_bytes(value, &number) || number < 1 || number > (uint64_t)1 << 46)
            return refuse(message, size, name, value, "bytes of device memory (such as 4G)");
        read.memory = (size_t)number;
    } else {
        read.memory = physical_memory();
    }

    if ((value = value_of(name = "LANEWISE_SCHEDULE")) && !emu_schedule_read(value, &read))
        return refuse(message, size, name, value, emu_schedule_rule);

    if ((value = value_of(name = "LANEWISE_ACTIVEMASK"))) {
        bool maximal = strcmp(value, "maximal") == 0;
        read.activemask = maximal ? EMU_ACTIVEMASK_MAXIMAL : EMU_ACTIVEMASK_SELF;
        if (!maximal && strcmp(value, "self") != 0)
            return refuse(message, size, name, value, "self or maximal");
    }

    const struct {
        const char *name;
        bool *setting;
    } flags[] = {{"LANEWISE_PIN", &read.pinned},
                 {"LANEWISE_STRICT", &read.strict},
                 {"LANEWISE_DEVICE_WAITS_ON_EXCEPTION", &read.stops_on_fault}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (!(value = value_of(name = flags[i].name)))
            continue;
        if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
            return refuse(message, size, name, value, "0 or 1");
        *flags[i].setting = *value == '1';
    }
    read.multiprocessors = read.workers;
    *options = read;
    return LW_SUCCESS;
}
