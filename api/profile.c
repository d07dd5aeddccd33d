/* The setting, the lock and the file of the profile. The file gets the whole profile again every second and at the end, so that a
 * program that is killed leaves one, too. Whoever reads the file takes each process's last. */
#include "profile.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PERIOD_NS = 1000000000, FLUSH_BYTES = 1 << 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    bool on, timeline, events, counts;
    int file;
    pid_t process;  /* that the file is for: not a fork of it */
    uint64_t began; /* ns: this and the next */
    uint64_t written;
    char *text; /* of the timeline, not yet in the file; or null */
    size_t size;
    FILE *lines;        /* writes to `text`; or null */
    uint64_t unwritten; /* lines or profiles that the file did not take */
} profile;

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static lw_status refuse(const char *value, const char *what)
{
    return lw_fail(NULL, LW_ERROR_INVALID_VALUE,
                   "LANEWISE_PROFILER is \"%s\": it must be file=FILE, timeline, events or counts, between commas; %s",
                   value, what);
}

static lw_status open_file(const char *value, const char *path, size_t length)
{
    char name[4096];
    if (length >= sizeof name)
        return refuse(value, "the file's name is too long");
    memcpy(name, path, length);
    name[length] = 0;
    int file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        return refuse(value, strerror(errno));
    if (profile.file >= 0)
        close(profile.file);
    profile.file = file;
    return LW_SUCCESS;
}

static lw_status read_setting(const char *value)
{
    lw_status status = LW_SUCCESS;
    size_t length;
    profile.timeline = profile.events = profile.counts = false;
    profile.file = -1;
    for (const char *word = value; *word && !status; word += length + (word[length] == ',')) {
        length = strcspn(word, ",");
        if (length > 5 && strncmp(word, "file=", 5) == 0)
            status = open_file(value, word + 5, length - 5);
        else if (length == 8 && strncmp(word, "timeline", 8) == 0)
            profile.timeline = true;
        else if (length == 6 && strncmp(word, "events", 6) == 0)
            profile.events = true;
        else if (length == 6 && strncmp(word, "counts", 6) == 0)
            profile.counts = true;
        else
            status = refuse(value, "another word is in it");
    }
    if (!status && profile.file < 0)
        status = refuse(value, "the file is missing");
    if (status && profile.file >= 0)
        close(profile.file);
    return status;
}

lw_status lw_profile_open(void)
{
    const char *value = getenv("LANEWISE_PROFILER");
    lw_status status = LW_SUCCESS;
    pthread_mutex_lock(&lock);
    if (value && *value && !profile.on) {
        status = read_setting(value);
        profile.on = status == LW_SUCCESS;
        profile.process = getpid();
        profile.began = profile.written = now();
    }
    pthread_mutex_unlock(&lock);
    return status;
}

bool lw_profile_is_on(void)
{
    return profile.on;
}

bool lw_profile_counts(void)
{
    return profile.on && profile.counts;
}

const lw_backend *lw_profile_wrap(const lw_backend *backend)
{
    return profile.on && (!backend->time_work || profile.events) ? lw_profile_events(backend) : backend;
}

static void write_all(const char *text, size_t size)
{
    for (ssize_t written; size; text += written, size -= (size_t)written) {
        written = write(profile.file, text, size); /* one write is one piece of the file, whichever process writes */
        if (written < 0 && errno == EINTR)
            written = 0;
        else if (written <= 0) {
            profile.unwritten++;
            return;
        }
    }
}

static void flush_timeline(void)
{
    if (!profile.lines)
        return;
    if (fclose(profile.lines) == 0)
        write_all(profile.text, profile.size);
    else
        profile.unwritten++;
    profile.lines = NULL;
    free(profile.text);
    profile.text = NULL;
}

/* All of the profile so far, between lines by which a reader sees whether it is whole. */
static void write_profile(uint64_t time)
{
    char *text = NULL;
    size_t size = 0;
    FILE *lines = open_memstream(&text, &size);
    profile.written = time;
    if (!lines) {
        profile.unwritten++;
        return;
    }
    fprintf(lines, "begin\t%ld\t%llu\n", (long)profile.process, (unsigned long long)(time - profile.began));
    lw_profile_print(lines, (long)profile.process);
    fprintf(lines, "end\t%ld\t%llu\n", (long)profile.process, (unsigned long long)profile.unwritten);
    if (fclose(lines) == 0)
        write_all(text, size);
    else
        profile.unwritten++;
    free(text);
}

static void note_in_timeline(const lw_work *work)
{
    if (!profile.lines)
        profile.lines = open_memstream(&profile.text, &profile.size);
    if (!profile.lines) {
        profile.unwritten++;
        return;
    }
    lw_profile_print_work(profile.lines, (long)profile.process, work);
    if (ftell(profile.lines) >= FLUSH_BYTES)
        flush_timeline();
}

void lw_profile_note(const lw_work *work)
{
    pthread_mutex_lock(&lock);
    if (profile.on && profile.process == getpid()) {
        lw_profile_record(work);
        if (profile.timeline)
            note_in_timeline(work);
        if (work->end > profile.written + PERIOD_NS)
            write_profile(work->end);
    }
    pthread_mutex_unlock(&lock);
}

/* The program ends, with devices open or not. The profile stays: other threads may still run. */
__attribute__((destructor)) static void end(void)
{
    if (!profile.on || profile.process != getpid())
        return;
    lw_profile_events_collect();
    pthread_mutex_lock(&lock);
    flush_timeline();
    write_profile(now());
    profile.on = false;
    pthread_mutex_unlock(&lock);
}
