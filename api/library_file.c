/* Loads shared libraries. The system loads a file once, however often a program asks: a second load reads a copy, so that it
 * has variables of its own. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "library.h"
#include "temporary.h"

char *lw_read_file(const char *path, size_t *size)
{
    struct stat found;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    char *data = NULL;
    int error = 0;
    if (fstat(file, &found))
        error = errno;
    else if (!S_ISREG(found.st_mode))
        error = S_ISDIR(found.st_mode) ? EISDIR : EINVAL;
    else if (!(data = lw_allocate((size_t)found.st_size + 1)))
        error = ENOMEM;
    for (size_t done = 0; !error && done < (size_t)found.st_size;) {
        ssize_t count = read(file, data + done, (size_t)found.st_size - done);
        if (count > 0)
            done += (size_t)count;
        else if (count == 0 || errno != EINTR)
            error = count ? errno : EIO;
    }
    close(file);
    if (error) {
        free(data);
        errno = error;
        return NULL;
    }
    *size = (size_t)found.st_size;
    return data;
}

static void *load(const char *path, lw_load_failure *failure)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        *failure = (lw_load_failure){LW_ERROR_INVALID_VALUE, dlerror()};
    return handle;
}

/* Sets the failure from errno. */
static void fail(lw_load_failure *failure)
{
    *failure = (lw_load_failure){errno == ENOMEM ? LW_ERROR_OUT_OF_MEMORY : LW_ERROR_SYSTEM, strerror(errno)};
}

void *lw_library_open_data(const void *data, size_t size, lw_load_failure *failure)
{
    char folder[LW_TEMPORARY_NAME], path[LW_TEMPORARY_NAME + 16];
    if (!lw_temporary_make(folder)) {
        fail(failure);
        return NULL;
    }
    snprintf(path, sizeof path, "%s/kernels.so", folder);
    void *handle = NULL;
    if (lw_temporary_write(path, data, size))
        handle = load(path, failure);
    else
        fail(failure);
    lw_temporary_remove(folder);
    return handle;
}

void *lw_library_open_file(const char *path, lw_load_failure *failure)
{
    /* A name without a slash would be searched for in the system's folders. */
    char *real = realpath(path, NULL);
    if (!real) {
        fail(failure);
        return NULL;
    }
    void *handle = NULL, *loaded = dlopen(real, RTLD_LAZY | RTLD_NOLOAD);
    if (!loaded) {
        handle = load(real, failure);
    } else {
        size_t size;
        char *data = lw_read_file(real, &size);
        if (data)
            handle = lw_library_open_data(data, size, failure);
        else
            fail(failure);
        free(data);
        dlclose(loaded);
    }
    free(real);
    return handle;
}
