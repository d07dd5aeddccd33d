/* Compiles a kernel file with lanewise-cc, links it to a shared library, and loads that; or loads that of an earlier time. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "library_cache.h"

extern char **environ;

enum { PATH_SIZE = LW_TEMPORARY_NAME + 256 };

/* The compiler's files. */
typedef struct files {
    char folder[LW_TEMPORARY_NAME];
    char source[PATH_SIZE], object[PATH_SIZE], library[PATH_SIZE], log[PATH_SIZE], rule[PATH_SIZE];
} files;

/* The shared library that this code is in, or else the program. */
static const char *own_file(void)
{
    Dl_info info;
    return dladdr((void *)(uintptr_t)lw_library_run_compiler, &info) && info.dli_fname ? info.dli_fname : "";
}

/* Beside an installed library, or else by its name in PATH. */
static const char *find_compiler(char path[PATH_SIZE])
{
    static const char *const places[] = {"../bin", "../../bin"};
    const char *named = getenv("LANEWISE_CC"), *own = own_file(), *slash = strrchr(own, '/');
    if (named && *named)
        return named;
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        snprintf(path, PATH_SIZE, "%.*s/%s/lanewise-cc", (int)(slash - own), own, places[i]);
        if (access(path, X_OK) == 0)
            return path;
    }
    return "lanewise-cc";
}

/* Runs a program, which writes its messages to the end of the file `log`. 0, or errno; `*code`: its exit status. */
static int run_program(const char *const *words, const char *log, int *code)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        /* The program's and the emulator's signal handlers are not the compiler's. */
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
        posix_spawn_file_actions_adddup2(&actions, 1, 2);
        pid_t child;
        error = posix_spawnp(&child, words[0], &actions, &attributes, (char *const *)(uintptr_t)words, environ);
        int state = 0;
        while (!error && waitpid(child, &state, 0) < 0)
            error = errno == EINTR ? 0 : errno;
        *code = WIFEXITED(state) ? WEXITSTATUS(state) : 128;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* What the compiler said, without the temporary folder's name in front of the files'. Null: it cannot be read. */
static char *read_log(const files *at)
{
    size_t size, length = strlen(at->folder) + 1;
    char *text = lw_read_file(at->log, &size), *to = text;
    if (!text)
        return NULL;
    for (const char *from = text; *from;) {
        if (strncmp(from, at->folder, length - 1) == 0 && from[length - 1] == '/')
            from += length;
        else
            *to++ = *from++;
    }
    *to = 0;
    return text;
}

static void copy_log(const lw_compiler_run *run, const char *log)
{
    if (run->log_size)
        snprintf(run->log, run->log_size, "%s", log);
}

static size_t count_of(const char *const *words)
{
    size_t count = 0;
    while (words[count])
        count++;
    return count;
}

static lw_status refuse_program(const char *function, lw_context *context, const char *program, int error)
{
    if (error == ENOENT || error == EACCES)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                         "%s: %s is not found, which compiles kernels; put it into PATH, or name it with LANEWISE_CC",
                         function, program);
    return lw_refuse(context, LW_ERROR_SYSTEM, "%s: %s cannot run: %s", function, program, strerror(error));
}

static lw_status compile(const char *function, lw_context *context, const lw_compiler_run *run, const char *compiler,
                         bool rule, const files *at)
{
    size_t count = count_of(run->options);
    const char **words = lw_allocate((count + 10) * sizeof *words);
    if (!words)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the compiler's options", function);
    words[0] = compiler;
    memcpy(words + 1, run->options, count * sizeof *words);
    const char *const own[] = {"-fPIC", "-c", at->source, "-o", at->object, rule ? "-MD" : NULL, "-MF", at->rule, NULL};
    memcpy(words + 1 + count, own, sizeof own);
    int code = 0, error = run_program(words, at->log, &code);
    free(words);
    if (error || code == 127)
        return refuse_program(function, context, compiler, error ? error : ENOENT);
    if (code)
        return lw_refuse(context, LW_ERROR_COMPILE, "%s: %s does not compile: the log says why", function, run->name);
    return LW_SUCCESS;
}

static lw_status link_library(const char *function, lw_context *context, const lw_compiler_run *run, const files *at)
{
    const char *named = getenv("LANEWISE_HOST_CC"), *compiler = named && *named ? named : "cc", *own = own_file();
    /* A program with the static library in it gives its functions itself. */
    bool shared = strstr(own, "liblanewise.so") != NULL;
    const char *const words[] = {compiler, "-shared", at->object, "-o", at->library, "-lm", shared ? own : NULL, NULL};
    int code = 0, error = run_program(words, at->log, &code);
    if (error || code == 127)
        return refuse_program(function, context, compiler, error ? error : ENOENT);
    if (code)
        return lw_refuse(context, LW_ERROR_COMPILE, "%s: %s does not link: the log says why", function, run->name);
    return LW_SUCCESS;
}

/* Compiles in a temporary folder, and loads the result. `cache`: null for none. */
static lw_status run_compiler(const char *function, lw_context *context, const lw_compiler_run *run,
                              const char *compiler, const lw_cache *cache, const lw_bytes *key, void **handle)
{
    files at;
    const char *slash = strrchr(run->name, '/'), *base = slash ? slash + 1 : run->name;
    size_t length = strlen(base);
    bool is_c = length > 2 && strcmp(base + length - 2, ".c") == 0;
    if (!lw_temporary_make(at.folder))
        return lw_refuse(context, LW_ERROR_SYSTEM, "%s: there is no temporary folder: %s", function, strerror(errno));
    snprintf(at.source, sizeof at.source, "%s/%.200s%s", at.folder, base, is_c ? "" : ".c");
    snprintf(at.object, sizeof at.object, "%s/lanewise.o", at.folder);
    snprintf(at.library, sizeof at.library, "%s/lanewise.so", at.folder);
    snprintf(at.log, sizeof at.log, "%s/lanewise.log", at.folder);
    snprintf(at.rule, sizeof at.rule, "%s/lanewise.d", at.folder);
    lw_status status = LW_SUCCESS;
    if (!lw_temporary_write(at.source, run->source, strlen(run->source)))
        status =
            lw_refuse(context, LW_ERROR_SYSTEM, "%s: %s cannot be written: %s", function, at.source, strerror(errno));
    if (!status)
        status = compile(function, context, run, compiler, cache != NULL, &at);
    if (!status)
        status = link_library(function, context, run, &at);
    char *log = read_log(&at);
    copy_log(run, log ? log : "");
    if (!status && !(*handle = dlopen(at.library, RTLD_NOW | RTLD_LOCAL)))
        status = lw_refuse(context, LW_ERROR_SYSTEM, "%s: the system cannot load what was compiled: %s", function,
                           dlerror());
    lw_bytes inputs = {0};
    if (!status && cache && log && lw_compile_inputs(at.rule, at.folder, &inputs))
        lw_cache_keep(cache, key, &inputs, log, at.library);
    free(inputs.data);
    free(log);
    lw_temporary_remove(at.folder);
    return status;
}

lw_status lw_library_run_compiler(const char *function, lw_context *context, const lw_compiler_run *run, void **handle)
{
    char path[PATH_SIZE], *log;
    const char *compiler = find_compiler(path);
    lw_cache cache;
    lw_bytes key = {0};
    lw_status status = lw_cache_open(function, context, &cache);
    if (status)
        return status;
    bool cached = cache.folder[0] && lw_compile_repeats(run) && lw_compile_key(run, compiler, own_file(), &key);
    if (cached && (*handle = lw_cache_find(&cache, &key, &log))) {
        copy_log(run, log);
        free(log);
    } else {
        status = run_compiler(function, context, run, compiler, cached ? &cache : NULL, &key, handle);
    }
    free(key.data);
    return status;
}
