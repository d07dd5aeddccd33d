/* Captures what the process writes to stdout or stderr; for isolated cases. */
#ifndef CAPTURE_H
#define CAPTURE_H

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <tests/harness/test.h>

struct capture {
    FILE *stream;
    int saved, file;
};

static inline struct capture capture_begin(struct test *t, FILE *stream)
{
    struct capture capture = {stream, -1, memfd_create("captured", 0)};
    fflush(stream);
    capture.saved = dup(fileno(stream));
    if (capture.file < 0 || capture.saved < 0 || dup2(capture.file, fileno(stream)) < 0)
        test_fail(t, __FILE__, __LINE__, "%s", "the output cannot be caught");
    return capture;
}

/* How much has been written so far. */
static inline size_t capture_size(const struct capture *capture)
{
    fflush(capture->stream);
    off_t end = lseek(capture->file, 0, SEEK_END);
    return end > 0 ? (size_t)end : 0;
}

/* Restores the stream; the captured output is in `text`, as far as it fits, with a zero at the end. */
static inline void capture_end(struct capture *capture, char *text, size_t size)
{
    fflush(capture->stream);
    dup2(capture->saved, fileno(capture->stream));
    ssize_t length = pread(capture->file, text, size - 1, 0);
    text[length > 0 ? length : 0] = 0;
    close(capture->saved);
    close(capture->file);
}

#define CHECK_TEXT(text, expected)                                                                                     \
    do {                                                                                                               \
        if (strcmp((text), (expected)) != 0)                                                                           \
            FAIL("the output is\n%s\nand not\n%s", (text), (expected));                                                \
    } while (0)

#endif
