/* What a compilation depends on. The key is all that is known before it: the source, the options, the tools, the environment.
 * The inputs are known after it: the files that it included, by the compiler's make rule. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "library_cache.h"

#ifndef LW_HOST_CC
#define LW_HOST_CC "cc" /* the build may define another, as for lanewise-cc */
#endif

enum { PATH_SIZE = 4096, STAMP_SIZE = PATH_SIZE + 100 };

uint64_t lw_hash(const void *data, size_t size) /* FNV-1a */
{
    const unsigned char *bytes = data;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

bool lw_bytes_add(lw_bytes *bytes, const void *data, size_t size)
{
    if (bytes->size + size > bytes->capacity) {
        size_t capacity = 2 * (bytes->size + size);
        char *larger = lw_allocate(capacity);
        if (!larger)
            return false;
        if (bytes->size)
            memcpy(larger, bytes->data, bytes->size);
        free(bytes->data);
        bytes->data = larger;
        bytes->capacity = capacity;
    }
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    return true;
}

static bool add_text(lw_bytes *bytes, const char *text)
{
    return lw_bytes_add(bytes, text, strlen(text) + 1);
}

/* Where the system finds the program: itself, if it has a slash; else in PATH. */
static void find_program(const char *name, char path[PATH_SIZE])
{
    const char *folder = getenv("PATH");
    snprintf(path, PATH_SIZE, "%s", name);
    for (size_t length; !strchr(name, '/') && folder; folder = folder[length] ? folder + length + 1 : NULL) {
        length = strcspn(folder, ":");
        snprintf(path, PATH_SIZE, "%.*s/%s", (int)length, folder, name);
        if (access(path, X_OK) == 0)
            return;
    }
}

/* A file's path, size and time of change. */
static bool add_stamp(lw_bytes *key, const char *path)
{
    char stamp[STAMP_SIZE];
    struct stat found;
    if (stat(path, &found))
        return add_text(key, path);
    snprintf(stamp, sizeof stamp, "%s %jd %jd.%09ld", path, (intmax_t)found.st_size, (intmax_t)found.st_mtim.tv_sec,
             found.st_mtim.tv_nsec);
    return add_text(key, stamp);
}

static bool add_program(lw_bytes *key, const char *name)
{
    char path[PATH_SIZE];
    find_program(name, path);
    return add_stamp(key, path);
}

static const char *setting(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

/* For a compiler ...-gcc its own objcopy. */
static bool add_objcopy_of(lw_bytes *key, const char *compiler)
{
    char name[PATH_SIZE];
    const char *slash = strrchr(compiler, '/'), *base = slash ? slash + 1 : compiler, *end = strstr(base, "-gcc");
    snprintf(name, sizeof name, "%.*s-objcopy", end ? (int)(end - base) : 0, base);
    return !end || add_program(key, name);
}

/* The programs that lanewise-cc may run, and the places where it would find one (cc/tools.c): an absent one is known by its bare path.
 * `compiler`: lanewise-cc. */
static bool add_tools(lw_bytes *key, const lw_compiler_run *run, const char *compiler)
{
    static const char *const flags[] = {"--host-cc=", "--clang=", "--fuse=", "--nvcc="};
    const char *host = setting("LANEWISE_HOST_CC", LW_HOST_CC);
    const char *const programs[] = {host,
                                    setting("LANEWISE_HOST_CC", "cc"), /* which links */
                                    setting("LANEWISE_OBJCOPY", "objcopy"),
                                    setting("LANEWISE_CLANG", "clang-19"),
                                    "/usr/lib/llvm-19/bin/clang",
                                    setting("LANEWISE_NVCC", "nvcc"),
                                    "/usr/local/cuda/bin/nvcc"};
    char fuse[PATH_SIZE + 16], *real = realpath(compiler, NULL), *slash = real ? strrchr(real, '/') : NULL;
    snprintf(fuse, sizeof fuse, "%.*s/lanewise-fuse", slash ? (int)(slash - real) : 0, real ? real : "");
    free(real);
    bool added = add_program(key, setting("LANEWISE_FUSE", fuse)) && add_objcopy_of(key, host);
    for (size_t i = 0; added && i < sizeof programs / sizeof *programs; i++)
        added = add_program(key, programs[i]);
    for (const char *const *option = run->options; added && *option; option++)
        for (size_t i = 0; added && i < sizeof flags / sizeof *flags; i++) {
            const char *value = *option + strlen(flags[i]);
            if (strncmp(*option, flags[i], strlen(flags[i])) == 0)
                added = add_program(key, value) && (i > 0 || add_objcopy_of(key, value));
        }
    return added;
}

bool lw_compile_key(const lw_compiler_run *run, const char *compiler, const char *own, lw_bytes *key)
{
    static const char *const settings[] = {"LANEWISE_CLANG",
                                           "LANEWISE_FUSE",
                                           "LANEWISE_HOST_CC",
                                           "LANEWISE_NVCC",
                                           "LANEWISE_OBJCOPY",
                                           "LANEWISE_INCLUDE_DIR",
                                           "PATH",
                                           "CPATH",
                                           "C_INCLUDE_PATH"};
    char path[PATH_SIZE];
    find_program(compiler, path);
    bool added = add_text(key, "2") && add_stamp(key, path) && add_stamp(key, own) && add_tools(key, run, path) &&
                 add_text(key, run->name) && add_text(key, run->source);
    for (const char *const *option = run->options; added && *option; option++)
        added = add_text(key, *option);
    for (size_t i = 0; added && i < sizeof settings / sizeof *settings; i++) {
        const char *value = getenv(settings[i]);
        added = add_text(key, settings[i]) && (!value || add_text(key, value));
    }
    return added && getcwd(path, sizeof path) && add_text(key, path); /* options may name files from here */
}

bool lw_compile_repeats(const lw_compiler_run *run)
{
    for (const char *const *option = run->options; *option; option++)
        if (strncmp(*option, "-M", 2) == 0) /* it wants a file written */
            return false;
    return true;
}

/* ---- inputs ---- */
typedef struct input {
    uint64_t size, hash;
} input;

/* False: it cannot be read, or what is compiled from it depends on the time. */
static bool read_input(const char *path, input *read)
{
    size_t size;
    char *text = lw_read_file(path, &size);
    if (!text)
        return false;
    *read = (input){size, lw_hash(text, size)};
    bool same = !strstr(text, "__DATE__") && !strstr(text, "__TIME__") && !strstr(text, "__TIMESTAMP__");
    free(text);
    return same;
}

/* Takes the next file of a make rule off the text, without make's escapes; null: there is none. */
static char *next_file(char **rule)
{
    char *from = *rule;
    for (; *from == ' ' || *from == '\n' || (*from == '\\' && from[1] == '\n'); from++)
        ;
    char *file = from, *to = from;
    for (; *from && *from != ' ' && *from != '\n'; from++) {
        bool escaped = (*from == '\\' && (from[1] == ' ' || from[1] == '#')) || (*from == '$' && from[1] == '$');
        from += escaped;
        *to++ = *from;
    }
    *rule = from + (*from != 0);
    *to = 0;
    return to > file ? file : NULL;
}

bool lw_compile_inputs(const char *rule_path, const char *folder, lw_bytes *inputs)
{
    size_t size, length = strlen(folder);
    char *text = lw_read_file(rule_path, &size), *rule = text ? strstr(text, ": ") : NULL;
    bool added = rule != NULL;
    if (rule)
        rule += 2;
    for (char *file; added && (file = next_file(&rule));) {
        bool own = strncmp(file, folder, length) == 0 && file[length] == '/'; /* the source, which the key has */
        input read;
        added =
            read_input(file, &read) && (own || (lw_bytes_add(inputs, &read, sizeof read) && add_text(inputs, file)));
    }
    free(text);
    return added;
}

bool lw_compile_inputs_same(const char *inputs, size_t size)
{
    const char *end = inputs + size;
    while (inputs < end) {
        input kept, now;
        size_t left = (size_t)(end - inputs);
        if (left <= sizeof kept)
            return false;
        memcpy(&kept, inputs, sizeof kept);
        const char *path = inputs + sizeof kept;
        size_t length = strnlen(path, left - sizeof kept);
        if (length == left - sizeof kept || !read_input(path, &now) || now.size != kept.size || now.hash != kept.hash)
            return false;
        inputs = path + length + 1;
    }
    return true;
}
