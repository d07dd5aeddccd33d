/* Log lines have CUDA_LOG_FILE's form: "[12:34:56.789][4711][LANEWISE][E] lw_free: pointer is ...", with the calling
 * thread's id; E is an error, W a warning. */
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "backend.h"
#include "message.h"

enum { LINE = 4500 };

/* Joins the report's lines to one line. */
static size_t format_line(char *line, size_t size, char kind, const char *text)
{
    struct timespec now;
    struct tm local;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &local);
    int begin = snprintf(line, size, "[%02d:%02d:%02d.%03ld][%ld][LANEWISE][%c] ", local.tm_hour, local.tm_min,
                         local.tm_sec, now.tv_nsec / 1000000, (long)syscall(SYS_gettid), kind);
    size_t length = (size_t)begin + strnlen(text, size - (size_t)begin - 2);
    memcpy(line + begin, text, length - (size_t)begin);
    for (size_t i = (size_t)begin; i < length; i++)
        if (line[i] == '\n')
            line[i] = ' ';
    line[length] = '\n';
    return length + 1;
}

/* Null: no log. */
static const char *log_name(void)
{
    const char *name = getenv("LANEWISE_LOG_FILE");
    return name && *name ? name : NULL;
}

static bool is_stream(const char *name)
{
    return strcmp(name, "stdout") == 0 || strcmp(name, "stderr") == 0;
}

/* Opened for each line: failures are rare, and another process may write to the file, too. */
static int open_log(const char *name)
{
    return open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

lw_status lw_log_check(void)
{
    const char *name = log_name();
    if (!name || is_stream(name))
        return LW_SUCCESS;
    int file = open_log(name);
    if (file < 0)
        return lw_fail(NULL, LW_ERROR_INVALID_VALUE,
                       "LANEWISE_LOG_FILE is \"%s\": it must be stdout, stderr or a file that can be written to (%s)",
                       name, strerror(errno));
    close(file);
    return LW_SUCCESS;
}

/* Warns once that a line was lost; the call itself does not fail. */
static void warn_lost(const char *name, int error)
{
    static atomic_bool said;
    if (!atomic_exchange_explicit(&said, true, memory_order_relaxed))
        fprintf(stderr, "lanewise: lines for LANEWISE_LOG_FILE (%s) are lost: %s\n", name, strerror(error));
}

static void write_line(const char *name, char kind, const char *text)
{
    char line[LINE];
    size_t length = format_line(line, sizeof line, kind, text);
    if (is_stream(name)) {
        FILE *stream = strcmp(name, "stdout") == 0 ? stdout : stderr;
        fwrite(line, 1, length, stream);
        return;
    }
    int file = open_log(name);
    if (file < 0 || write(file, line, length) < 0) /* one write per line */
        warn_lost(name, errno);
    if (file >= 0)
        close(file);
}

static uint64_t add_to_hash(uint64_t hash, const char *text) /* FNV-1a */
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

/* After a fault each call fails with the same report. Writes a report of several lines once, and then only its first
 * line. */
static void write_failure(const char *name, const char *text)
{
    static _Atomic uint64_t latest; /* hash of the last such report and the file's name */
    char first[300];
    size_t length = strcspn(text, "\n");
    if (text[length]) {
        uint64_t hash = add_to_hash(add_to_hash(0xcbf29ce484222325u, name), text);
        if (atomic_exchange_explicit(&latest, hash, memory_order_relaxed) == hash) {
            snprintf(first, sizeof first, "%.*s (the report is above)", length < 200 ? (int)length : 200, text);
            text = first;
        }
    }
    write_line(name, 'E', text);
}

lw_status lw_log_failure(lw_status status)
{
    const char *name = log_name();
    if (name && status != LW_ERROR_NOT_READY && status != LW_SUCCESS)
        write_failure(name, lw_message_latest(0, true));
    return status;
}

void lw_warn(const char *format, ...)
{
    const char *name = log_name();
    if (!name)
        return;
    char text[LINE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    write_line(name, 'W', text);
}
