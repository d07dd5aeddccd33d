/* Lines as CUDA_LOG_FILE's: "[12:34:56.789][4711][LANEWISE][E] lw_free: pointer is ...", of the thread that called. */
#include "log.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "message.h"

enum { LINE = 4500 };

/* One line, whatever the report has. */
static size_t write_line(char *line, size_t size, const char *text)
{
    struct timespec now;
    struct tm local;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &local);
    int begin = snprintf(line, size, "[%02d:%02d:%02d.%03ld][%ld][LANEWISE][E] ", local.tm_hour, local.tm_min,
                         local.tm_sec, now.tv_nsec / 1000000, (long)syscall(SYS_gettid));
    size_t length = (size_t)begin + strnlen(text, size - (size_t)begin - 2);
    memcpy(line + begin, text, length - (size_t)begin);
    for (size_t i = (size_t)begin; i < length; i++)
        if (line[i] == '\n')
            line[i] = ' ';
    line[length] = '\n';
    return length + 1;
}

lw_status lw_log_failure(lw_status status)
{
    const char *name = getenv("LANEWISE_LOG_FILE");
    if (!name || !*name || status == LW_ERROR_NOT_READY || status == LW_SUCCESS)
        return status;
    char line[LINE];
    size_t length = write_line(line, sizeof line, lw_message_latest(0, true));
    if (strcmp(name, "stdout") == 0 || strcmp(name, "stderr") == 0) {
        FILE *stream = strcmp(name, "stdout") == 0 ? stdout : stderr;
        fwrite(line, 1, length, stream);
        return status;
    }
    /* Opened each time: failures are few, and another process may write there, too. One write is one line. */
    int file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        return status;
    if (write(file, line, length) < 0)
        line[0] = 0; /* a log that cannot be written is no failure of the call */
    close(file);
    return status;
}
