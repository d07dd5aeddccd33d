/* Compiles a kernel file with lanewise-cc, links it to a shared library, and loads that. */
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

#include "library.h"
#include "temporary.h"

extern char **environ;

enum { PATH_SIZE = LW_TEMPORARY_NAME + 256 };

/* The compiler's files. */
typedef struct files {
    char folder[LW_TEMPORARY_NAME];
    char source[PATH_SIZE], object[PATH_SIZE], library[PATH_SIZE], log[PATH_SIZE];
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

/* Copies what the compiler said, without the temporary folder's name in front of the files'. */
static void copy_log(const lw_compiler_run *run, const files *at)
{
    size_t size, length = strlen(at->folder) + 1, used = 0;
    char *text = run->log_size ? lw_read_file(at->log, &size) : NULL;
    for (const char *from = text; from && *from && used + 1 < run->log_size;) {
        if (strncmp(from, at->folder, length - 1) == 0 && from[length - 1] == '/')
            from += length;
        else
            run->log[used++] = *from++;
    }
    if (run->log_size)
        run->log[used] = 0;
    free(text);
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

static lw_status compile(const char *function, lw_context *context, const lw_compiler_run *run, const files *at)
{
    char path[PATH_SIZE];
    const char *compiler = find_compiler(path);
    size_t count = count_of(run->options);
    const char **words = lw_allocate((count + 7) * sizeof *words);
    if (!words)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the compiler's options", function);
    words[0] = compiler;
    memcpy(words + 1, run->options, count * sizeof *words);
    const char *const own[] = {"-fPIC", "-c", at->source, "-o", at->object, NULL};
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

lw_status lw_library_run_compiler(const char *function, lw_context *context, const lw_compiler_run *run, void **handle)
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
    lw_status status = LW_SUCCESS;
    if (!lw_temporary_write(at.source, run->source, strlen(run->source)))
        status =
            lw_refuse(context, LW_ERROR_SYSTEM, "%s: %s cannot be written: %s", function, at.source, strerror(errno));
    if (!status)
        status = compile(function, context, run, &at);
    if (!status)
        status = link_library(function, context, run, &at);
    copy_log(run, &at);
    if (!status && !(*handle = dlopen(at.library, RTLD_NOW | RTLD_LOCAL)))
        status = lw_refuse(context, LW_ERROR_SYSTEM, "%s: the system cannot load what was compiled: %s", function,
                           dlerror());
    lw_temporary_remove(at.folder);
    return status;
}
