/* The files of the cache. Each is written under another name and then renamed, so that processes share the folder; its time of
 * change is that of its last use. */
#include "library_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char extension[] = ".kernels", unfinished[] = ".new";

enum { PATH_SIZE = LW_TEMPORARY_NAME + 300, DEFAULT_LIMIT = 256 << 20, ABANDONED = 3600 /* seconds */ };

/* A file's first bytes; key, inputs, log (with its 0) and shared library follow. */
typedef struct header {
    char magic[16];
    uint64_t key, inputs, log, code; /* bytes */
    uint64_t hash;                   /* of all that follows */
} header;

static const char magic[16] = "lanewise kernel";

/* ---- settings ---- */
static lw_status refuse_setting(const char *function, lw_context *context, const char *name, const char *value,
                                const char *rule)
{
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is \"%s\": it must be %s", function, name, value, rule);
}

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static bool read_bytes(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    char *end;
    errno = 0;
    *bytes = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(units, *end) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (errno || *text < '0' || *text > '9' || (*end && (!unit || end[1])) || *bytes > UINT64_MAX >> shift)
        return false;
    *bytes <<= shift;
    return true;
}

lw_status lw_cache_open(const char *function, lw_context *context, lw_cache *cache)
{
    *cache = (lw_cache){.limit = DEFAULT_LIMIT};
    const char *name = "LANEWISE_CACHE_DISABLE", *value = setting(name), *folder;
    int length = 0;
    if (value && strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
        return refuse_setting(function, context, name, value, "0 or 1");
    bool disabled = value && *value == '1';
    if ((value = setting(name = "LANEWISE_CACHE_MAXSIZE")) && !read_bytes(value, &cache->limit))
        return refuse_setting(function, context, name, value, "bytes (such as 67108864 or 64M)");
    if (disabled || cache->limit == 0)
        return LW_SUCCESS;
    if ((folder = setting(name = "LANEWISE_CACHE_PATH")) && *folder != '/')
        return refuse_setting(function, context, name, folder, "a folder's path that begins with /");
    if (folder)
        length = snprintf(cache->folder, sizeof cache->folder, "%s", folder);
    else if ((folder = setting("XDG_CACHE_HOME")) && *folder == '/')
        length = snprintf(cache->folder, sizeof cache->folder, "%s/lanewise", folder);
    else if ((folder = setting("HOME")))
        length = snprintf(cache->folder, sizeof cache->folder, "%s/.cache/lanewise", folder);
    if ((size_t)length >= sizeof cache->folder)
        cache->folder[0] = 0;
    return LW_SUCCESS;
}

/* Whether nobody else can put code into the folder. */
static bool is_ours(const char *folder)
{
    struct stat found;
    return stat(folder, &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() &&
           !(found.st_mode & (S_IWGRP | S_IWOTH));
}

/* Makes the folder and those that it is in. */
static void make_folders(const char *folder)
{
    char path[LW_TEMPORARY_NAME];
    snprintf(path, sizeof path, "%s", folder);
    for (char *slash = path; (slash = strchr(slash + 1, '/'));) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    mkdir(path, 0700);
}

/* ---- a file ---- */
static void file_of(const lw_cache *cache, const lw_bytes *key, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/%016" PRIx64 "%s", cache->folder, lw_hash(key->data, key->size), extension);
}

/* Whether the file is whole. */
static bool is_whole(const char *data, size_t size, header *read)
{
    if (size < sizeof *read)
        return false;
    memcpy(read, data, sizeof *read);
    uint64_t left = size - sizeof *read, parts[] = {read->key, read->inputs, read->log, read->code};
    if (memcmp(read->magic, magic, sizeof magic) != 0 || read->hash != lw_hash(data + sizeof *read, left))
        return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i] > left)
            return false;
        left -= parts[i];
    }
    return left == 0 && read->log > 0;
}

void *lw_cache_find(const lw_cache *cache, const lw_bytes *key, char **log)
{
    char path[PATH_SIZE];
    size_t size;
    header at;
    void *handle = NULL;
    lw_load_failure failure;
    if (!is_ours(cache->folder))
        return NULL;
    file_of(cache, key, path);
    char *data = lw_read_file(path, &size);
    if (data && is_whole(data, size, &at)) {
        const char *of_key = data + sizeof at, *inputs = of_key + at.key, *said = inputs + at.inputs;
        if (at.key == key->size && memcmp(of_key, key->data, key->size) == 0 &&
            lw_compile_inputs_same(inputs, at.inputs) && (*log = lw_allocate(at.log))) {
            memcpy(*log, said, at.log);
            handle = lw_library_open_data(said + at.log, at.code, &failure);
            if (!handle)
                free(*log);
        }
    }
    free(data);
    if (handle)
        utimensat(AT_FDCWD, path, NULL, 0);
    return handle;
}

/* ---- all files ---- */
static bool ends(const char *name, const char *with)
{
    size_t length = strlen(name), end = strlen(with);
    return length > end && strcmp(name + length - end, with) == 0;
}

/* Adds up the files' bytes, and finds the one that was not used for longest. Removes what writers left that have ended. */
static uint64_t look_through(const char *folder, char oldest[PATH_SIZE])
{
    DIR *open_folder = opendir(folder);
    struct timespec least = {0, 0};
    uint64_t total = 0;
    char path[PATH_SIZE];
    oldest[0] = 0;
    for (struct dirent *entry; open_folder && (entry = readdir(open_folder));) {
        struct stat found;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        bool is_new = ends(entry->d_name, unfinished);
        if ((!is_new && !ends(entry->d_name, extension)) || stat(path, &found))
            continue;
        if (is_new) {
            if (found.st_mtime < time(NULL) - ABANDONED)
                unlink(path);
            continue;
        }
        total += (uint64_t)found.st_size;
        if (!oldest[0] || found.st_mtim.tv_sec < least.tv_sec ||
            (found.st_mtim.tv_sec == least.tv_sec && found.st_mtim.tv_nsec < least.tv_nsec)) {
            least = found.st_mtim;
            memcpy(oldest, path, sizeof path);
        }
    }
    if (open_folder)
        closedir(open_folder);
    return total;
}

static bool compose(lw_bytes *file, const lw_bytes *key, const lw_bytes *inputs, const char *log, const char *code,
                    size_t size)
{
    header at = {.key = key->size, .inputs = inputs->size, .log = strlen(log) + 1, .code = size};
    memcpy(at.magic, magic, sizeof magic);
    if (!lw_bytes_add(file, &at, sizeof at) || !lw_bytes_add(file, key->data, key->size) ||
        (inputs->size && !lw_bytes_add(file, inputs->data, inputs->size)) || !lw_bytes_add(file, log, at.log) ||
        !lw_bytes_add(file, code, size))
        return false;
    at.hash = lw_hash(file->data + sizeof at, file->size - sizeof at);
    memcpy(file->data, &at, sizeof at);
    return true;
}

void lw_cache_keep(const lw_cache *cache, const lw_bytes *key, const lw_bytes *inputs, const char *log,
                   const char *library_path)
{
    char path[PATH_SIZE], written[PATH_SIZE + 64], oldest[PATH_SIZE];
    lw_bytes file = {0};
    size_t size;
    make_folders(cache->folder);
    char *code = is_ours(cache->folder) ? lw_read_file(library_path, &size) : NULL;
    if (code && compose(&file, key, inputs, log, code, size) && file.size <= cache->limit) {
        static _Atomic unsigned count; /* of this process's files */
        file_of(cache, key, path);
        snprintf(written, sizeof written, "%s.%ld.%u%s", path, (long)getpid(), count++, unfinished);
        bool whole = lw_temporary_write(written, file.data, file.size);
        if (whole ? rename(written, path) != 0 : errno != EEXIST)
            unlink(written);
        while (look_through(cache->folder, oldest) > cache->limit && oldest[0] && unlink(oldest) == 0)
            ;
    }
    free(file.data);
    free(code);
}
