#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"

bool cc_output_is(const char *path, const char *other)
{
    struct stat one, two;
    return stat(path, &one) == 0 && stat(other, &two) == 0 && S_ISREG(one.st_mode) && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
}

/* Removes regular files only, because root could remove /dev/null. */
void cc_output_remove(const char *path)
{
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode))
        unlink(path);
}

/* Sets errno on failure. */
static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

static bool copy_bytes(int in, int out)
{
    char buffer[1 << 16];
    ssize_t size;
    while ((size = read(in, buffer, sizeof buffer)) != 0) {
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0 || !write_all(out, buffer, (size_t)size))
            return false;
    }
    return true;
}

bool cc_output_copy(const char *from, const char *path)
{
    int in = open(from, O_RDONLY | O_CLOEXEC);
    if (in < 0) {
        cc_say("cannot read %s: %s", from, strerror(errno));
        return false;
    }
    /* Makes a new file, as the assembler does: other hard links to the old file keep its bytes. */
    cc_output_remove(path);
    int out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int error = out < 0 || !copy_bytes(in, out) ? errno : 0;
    struct stat status;
    if (error && out >= 0 && fstat(out, &status) == 0 && S_ISREG(status.st_mode) && ftruncate(out, 0) != 0)
        cc_say("cannot empty %s: %s", path, strerror(errno)); /* a file that a link names; the link stays */
    if (out >= 0 && close(out) != 0 && !error)
        error = errno;
    close(in);
    if (!error)
        return true;
    if (out >= 0)
        cc_output_remove(path);
    cc_say("cannot write %s: %s", path, strerror(error));
    return false;
}
