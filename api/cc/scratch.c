#include "scratch.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "words.h"

static char *folder;
static unsigned files;

const char *cc_scratch(void)
{
    if (folder)
        return folder;
    const char *parent = getenv("TMPDIR");
    char *path = cc_format("%s/lanewise-cc-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(path))
        cc_fatal("cannot make a folder for temporary files, %s: %s", path, strerror(errno));
    folder = path;
    /* So a compiler that is stopped leaves its files here, too. */
    if (setenv("TMPDIR", folder, 1) != 0)
        cc_fatal("out of memory");
    return folder;
}

char *cc_scratch_file(const char *name)
{
    return cc_format("%s/%u-%s", cc_scratch(), files++, name);
}

char *cc_scratch_plain_path(const char *path)
{
    if (!strpbrk(path, ",'\"$`\\\n"))
        return cc_format("%s", path);
    char *parent = cc_format("%s", path);
    char *slash = strrchr(parent, '/');
    if (slash)
        slash[slash == parent] = '\0';
    char *absolute = realpath(slash ? parent : ".", NULL);
    if (!absolute)
        cc_fatal("%s: %s", slash ? parent : ".", strerror(errno));
    /* If the last part has such characters itself, the link is to the file, not to its folder. */
    const char *base = cc_base_name(path);
    char *result, *link = cc_scratch_file("link");
    if (strpbrk(base, ",'\"$`\\\n")) {
        char *target = cc_format("%s/%s", absolute, base);
        free(absolute);
        absolute = target;
        result = cc_format("%s", link);
    } else {
        result = cc_format("%s/%s", link, base);
    }
    if (symlink(absolute, link) != 0)
        cc_fatal("cannot make the link %s: %s", link, strerror(errno));
    free(parent);
    free(absolute);
    free(link);
    return result;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

void cc_scratch_remove(void)
{
    if (!folder)
        return;
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(folder);
    folder = NULL;
}
