/* What the CPU devices share: settings, memory, the pool, and the process-wide part of the emulator. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../../emu/check/repeat.h"
#include "../../../emu/host/level.h"
#include "../../../emu/math/family.h"
#include "cpu.h"

static lw_cpu_shared *the_shared; /* null: no device is open. The dispatch's lock guards it */

/* LANEWISE_CPU_DEVICES; 0: not valid. */
static unsigned read_count(void)
{
    const char *text = getenv("LANEWISE_CPU_DEVICES");
    char *end;
    if (!text || !*text)
        return 1;
    unsigned long count = *text >= '1' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    return count == 0 || *end || count > EMU_MOST_DEVICES ? 0 : (unsigned)count;
}

int lw_cpu_count(void)
{
    unsigned count = read_count();
    return count ? (int)count : 1; /* opening a device reports the wrong setting */
}

const lw_cpu_shared *lw_cpu_shared_now(void)
{
    return the_shared;
}

/* Whether the setting has this value, 0 or 1. */
static lw_status read_flag(const char *name, const char *value, bool *has)
{
    const char *text = getenv(name);
    *has = text && strcmp(text, value) == 0;
    if (!text || !*text || strcmp(text, "0") == 0 || strcmp(text, "1") == 0)
        return LW_SUCCESS;
    return lw_fail(NULL, LW_ERROR_INVALID_VALUE, "%s is \"%s\": it must be 0 or 1", name, text);
}

/* Reads the settings. `compares`: LANEWISE_ENGINE is "compare". */
static lw_status read_settings(lw_cpu_shared *shared, bool *compares)
{
    char message[256] = "";
    emu_options *options = &shared->options;
    unsigned multiprocessors;
    lw_status status = emu_options_read(options, message, sizeof message);
    if (status)
        return lw_fail(NULL, status, "%s", message);
    if (!emu_math_environment(message, sizeof message) ||
        !emu_level_read(emu_math_fuses(), &shared->level, message, sizeof message))
        return lw_fail(NULL, LW_ERROR_INVALID_VALUE, "%s", message);
    status = lw_cpu_read_engine(&shared->engine, compares);
    if (!status)
        status = lw_cpu_profile_read(&shared->profile, &multiprocessors);
    if (!status)
        status = read_flag("LANEWISE_CPU_PEER_ACCESS", "0", &shared->refuses_peers);
    if (!status)
        status = read_flag("LANEWISE_PAGEABLE_MEMORY", "1", &shared->pageable);
    if (status)
        return status;
    if (!(shared->count = read_count()))
        return lw_fail(NULL, LW_ERROR_INVALID_VALUE, "LANEWISE_CPU_DEVICES is \"%s\": it must be a number, 1 to %d",
                       getenv("LANEWISE_CPU_DEVICES"), EMU_MOST_DEVICES);
    if (*compares && shared->count > 1)
        return lw_fail(NULL, LW_ERROR_INVALID_VALUE,
                       "LANEWISE_ENGINE is \"compare\" and LANEWISE_CPU_DEVICES is %u: only one device can compare",
                       shared->count);
    if (*compares && shared->pageable)
        return lw_fail(
            NULL, LW_ERROR_INVALID_VALUE,
            "LANEWISE_ENGINE is \"compare\" and LANEWISE_PAGEABLE_MEMORY is \"1\": a comparison runs kernels "
            "twice, and restores only memory that the library knows");
    if (multiprocessors)
        options->multiprocessors = multiprocessors;
    shared->gpu_multiprocessors = multiprocessors ? multiprocessors : (unsigned)shared->profile->device_multiprocessors;
    if ((options->counts = lw_profile_counts())) {
        options->unchecked = true;
        shared->engine = LW_ENGINE_CHECKED; /* checked copies call the counter */
        *compares = false;
    }
    if (options->schedule == EMU_SCHEDULE_LOCKSTEP && shared->engine != LW_ENGINE_CHECKED) {
        options->unchecked = true;
        shared->engine = LW_ENGINE_CHECKED; /* checked copies call before each access */
        *compares = false;
    }
    options->checked = shared->engine == LW_ENGINE_CHECKED;
    if (options->checked || *compares)
        options->workers = 1; /* checked mode sees accesses in one order; a comparison must run alone */
    const char *memory = getenv("LANEWISE_MEMORY");
    if (!memory || !*memory)
        options->memory /= shared->count; /* the devices share the machine's */
    return LW_SUCCESS;
}

static void free_shared(lw_cpu_shared *shared)
{
    lw_cpu_managed_close(shared);
    emu_pool_destroy(shared->pool);
    if (shared->count > 1)
        lw_cpu_variables_forget();
    if (emu_checking) {
        lw_misuse_hook = NULL;
        emu_check_close();
    }
    if (shared->compare_reports)
        emu_check_close_reports();
    lw_cpu_compare_close(shared->compare);
    emu_memory_destroy(shared->memory, shared->count);
    free(shared);
}

/* Opens the checker, or the reports of a comparison. A message is set for a failure, except for a lack of memory. */
static lw_status open_checks(lw_cpu_shared *shared, bool compares)
{
    char message[256] = "";
    lw_status status = LW_SUCCESS;
    if (shared->options.checked && !shared->options.unchecked) {
        uintptr_t base, end;
        emu_memory_check(shared->memory, shared->count, &base, &end);
        emu_check_set_schedule(&shared->options);
        emu_check_may_reach = lw_cpu_may_reach;
        emu_check_pageable = shared->pageable;
        status = emu_check_open(base, end, shared->count, message, sizeof message);
        if (status)
            return lw_fail(NULL, status, "%s", message);
    }
    if (compares && !(shared->compare = lw_cpu_compare_open()))
        return lw_fail(NULL, LW_ERROR_OUT_OF_MEMORY, "no memory for the CPU device and its %u workers",
                       shared->options.workers);
    if (compares && getenv("LANEWISE_CHECK")) {
        status = emu_check_open_reports(&shared->options, message, sizeof message);
        if (status)
            return lw_fail(NULL, status, "%s", message);
        shared->compare_reports = true;
    }
    if (shared->options.checked && !shared->options.unchecked)
        lw_misuse_hook = emu_check_api_misuse;
    return LW_SUCCESS;
}

static lw_status open_pool(lw_cpu_shared *shared)
{
    const emu_options *options = &shared->options;
    lw_status status = emu_pool_create(&shared->pool, options);
    if (status == LW_ERROR_SYSTEM)
        return lw_fail(NULL, status, "the system does not give %u threads%s for the CPU device: %s", options->workers,
                       options->pinned ? ", each on one processor (LANEWISE_PIN)," : "", strerror(errno));
    return status ? lw_fail(NULL, status, "no memory for the CPU device and its %u workers", options->workers)
                  : LW_SUCCESS;
}

static lw_status make(lw_cpu_shared *shared, bool compares)
{
    lw_status status = emu_memory_create(shared->memory, shared->count, shared->options.memory);
    if (status)
        return lw_fail(NULL, status, "no memory for the CPU device and its %u workers", shared->options.workers);
    status = open_checks(shared, compares);
    return status ? status : open_pool(shared);
}

lw_status lw_cpu_shared_open(lw_cpu_shared **opened)
{
    if (the_shared) {
        the_shared->open++;
        *opened = the_shared;
        return LW_SUCCESS;
    }
    bool compares;
    lw_cpu_shared settings = {.open = 1};
    lw_status status = read_settings(&settings, &compares);
    if (status)
        return status;
    emu_allocation_fails = lw_allocation_fails;
    lw_cpu_shared *shared = lw_allocate(sizeof *shared);
    if (!shared)
        return lw_fail(NULL, LW_ERROR_OUT_OF_MEMORY, "no memory for the CPU device");
    *shared = settings;
    status = emu_machine_open();
    if (status) {
        free_shared(shared);
        return lw_fail(NULL, status, "the system gives no thread or signal handlers for the CPU device");
    }
    status = make(shared, compares);
    if (status) {
        free_shared(shared);
        emu_machine_close();
        return status;
    }
    *opened = the_shared = shared;
    return LW_SUCCESS;
}

void lw_cpu_shared_close(lw_cpu_shared *shared)
{
    if (--shared->open)
        return;
    the_shared = NULL;
    free_shared(shared);
    emu_machine_close();
}
