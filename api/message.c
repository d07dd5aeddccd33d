/* Each thread has a record of messages, outside thread-local storage: the library's part of that must stay small, so
 * that a program can load it with dlopen(). The first records are static, so that an out-of-memory error has a
 * message. */
#include "message.h"
#include "log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 4096, KEPT_SIZE = 256, DEVICES = 4, STATIC_RECORDS = 16 };

struct sentence {
    uint64_t device;
    uint64_t time; /* by the record's clock; 0: never used */
    char text[TEXT_SIZE];
};

struct record {
    atomic_bool taken; /* static records only */
    uint64_t clock;
    char kept_text[KEPT_SIZE];
    char backend_text[TEXT_SIZE];       /* the backend's message in the present call; else empty */
    struct sentence sentences[DEVICES]; /* the latest message of each of the last DEVICES devices that failed */
};

static struct record static_records[STATIC_RECORDS];
static __thread struct record *own_record __attribute__((tls_model("initial-exec")));
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool have_key;

static void release_record(void *pointer)
{
    struct record *record = pointer;
    own_record = NULL;
    if (record >= static_records && record < static_records + STATIC_RECORDS)
        atomic_store_explicit(&record->taken, false, memory_order_release);
    else
        free(record);
}

static void create_key(void)
{
    have_key = pthread_key_create(&key, release_record) == 0;
}

/* Threads that end after the library was unloaded must not call release_record(). */
__attribute__((destructor)) static void delete_key(void)
{
    if (have_key)
        pthread_key_delete(key);
    have_key = false;
}

static struct record *find_record(void)
{
    if (own_record)
        return own_record;
    pthread_once(&once, create_key);
    if (!have_key)
        return NULL;
    struct record *record = NULL;
    for (int i = 0; i < STATIC_RECORDS && !record; i++) {
        bool taken = false;
        if (atomic_compare_exchange_strong_explicit(&static_records[i].taken, &taken, true, memory_order_acquire,
                                                    memory_order_relaxed)) {
            record = &static_records[i];
            record->clock = 0;
            record->backend_text[0] = record->kept_text[0] = 0;
            for (int j = 0; j < DEVICES; j++)
                record->sentences[j].time = 0;
        }
    }
    if (!record)
        record = calloc(1, sizeof *record);
    if (record && pthread_setspecific(key, record) != 0) {
        release_record(record);
        record = NULL;
    }
    return own_record = record;
}

/* The text to overwrite: the device's own, else the oldest. */
static char *take_text(struct record *record, uint64_t device)
{
    struct sentence *oldest = &record->sentences[0];
    for (int i = 0; i < DEVICES; i++) {
        struct sentence *sentence = &record->sentences[i];
        if (sentence->time && sentence->device == device) {
            oldest = sentence;
            break;
        }
        if (sentence->time < oldest->time)
            oldest = sentence;
    }
    oldest->device = device;
    oldest->time = ++record->clock;
    return oldest->text;
}

lw_status lw_fail(const void *device, lw_status status, const char *format, ...)
{
    (void)device; /* the call in progress passes its device to lw_message_set_from_backend() */
    struct record *record = find_record();
    if (record) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(record->backend_text, sizeof record->backend_text, format, arguments);
        va_end(arguments);
    }
    return status;
}

void lw_message_format(uint64_t device, const char *format, ...)
{
    struct record *record = find_record();
    if (!record)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(take_text(record, device), TEXT_SIZE, format, arguments);
    va_end(arguments);
}

lw_status lw_error(lw_status status, const char *format, ...)
{
    struct record *record = find_record();
    if (record) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(take_text(record, 0), TEXT_SIZE, format, arguments);
        va_end(arguments);
    }
    return lw_log_failure(status);
}

void lw_message_set_from_backend(uint64_t device, const char *function, const char *fallback)
{
    struct record *record = find_record();
    if (!record)
        return;
    const char *backend_text = record->backend_text[0] ? record->backend_text : fallback;
    char *text = take_text(record, device);
    size_t length = strlen(function);
    /* Does not repeat the function's name, if the backend has written it. */
    bool named = strncmp(backend_text, function, length) == 0 && backend_text[length] == ':';
    size_t prefix = named ? 0 : (size_t)snprintf(text, TEXT_SIZE, "%.64s: ", function);
    size_t rest = strnlen(backend_text, TEXT_SIZE - 1 - prefix);
    memcpy(text + prefix, backend_text, rest);
    text[prefix + rest] = 0;
    record->backend_text[0] = 0;
}

void lw_message_discard(void)
{
    if (own_record)
        own_record->backend_text[0] = 0;
}

const char *lw_message_latest(uint64_t device, bool any)
{
    const struct record *record = find_record();
    if (!record)
        return "there is no memory to keep messages in";
    const struct sentence *latest = NULL;
    for (int i = 0; i < DEVICES; i++) {
        const struct sentence *sentence = &record->sentences[i];
        bool wanted = any || sentence->device == device || sentence->device == 0;
        if (sentence->time && wanted && (!latest || sentence->time > latest->time))
            latest = sentence;
    }
    return latest ? latest->text : "";
}

void lw_message_keep(void)
{
    struct record *record = find_record();
    if (record)
        snprintf(record->kept_text, sizeof record->kept_text, "%.*s", (int)sizeof record->kept_text - 1,
                 lw_message_latest(0, true));
}

const char *lw_message_kept(void)
{
    return own_record ? own_record->kept_text : "";
}
