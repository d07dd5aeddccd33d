#include "temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool lw_temporary_make(char folder[LW_TEMPORARY_NAME])
{
    const char *parent = getenv("TMPDIR");
    int length = snprintf(folder, LW_TEMPORARY_NAME, "%s/lanewise-XXXXXX", parent && *parent ? parent : "/tmp");
    if (length >= LW_TEMPORARY_NAME) {
        errno = ENAMETOOLONG;
        return false;
    }
    return mkdtemp(folder) != NULL;
}

bool lw_temporary_write(const char *path, const void *data, size_t size)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    const char *next = data, *end = next + size;
    int error = 0;
    while (next < end && !error) {
        ssize_t count = write(file, next, (size_t)(end - next));
        if (count >= 0)
            next += count;
        else if (errno != EINTR)
            error = errno;
    }
    if (close(file) && !error)
        error = errno;
    errno = error;
    return !error;
}

void lw_temporary_remove(const char *folder)
{
    DIR *open_folder = opendir(folder);
    char path[LW_TEMPORARY_NAME + 300];
    for (struct dirent *entry; open_folder && (entry = readdir(open_folder));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path); /* fails for "." and ".." */
    }
    if (open_folder)
        closedir(open_folder);
    rmdir(folder);
}
