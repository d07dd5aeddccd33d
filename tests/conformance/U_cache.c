/* Group U: the cache of compiled kernel files. A compiler that counts its runs tells what came from the cache. */
#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/test_hook.h"
#include "tests/harness/arrays.h"

static const char source[] = "#include <lanewise/kernel.h>\n"
                             "#include \"term.h\"\n"
                             "#ifdef WARNS\n"
                             "#warning as-wanted\n"
                             "#endif\n"
                             "LW_GLOBAL(int, u_calls) = 0;\n"
                             "LW_KERNEL(u_write, (int *, out)) { *out = TERM + 1000 * ++u_calls; }\n";

static char folder[100], cache[120];

static void write_file(const char *name, const char *format, ...)
{
    char path[200];
    va_list arguments;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        return;
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    fclose(file);
}

/* The compiler that another processor's program has beside it does not run here. */
static bool has_compiler(void)
{
    char command[400];
    const char *compiler = getenv("LANEWISE_CC");
    if (!compiler)
        compiler = access(LW_TEST_CC, X_OK) == 0 ? LW_TEST_CC : "lanewise-cc";
    snprintf(command, sizeof command, "%s --version >/dev/null 2>&1", compiler);
    return system(command) == 0;
}

/* A folder with a header, and a compiler that leaves a byte in the file `runs` each time. */
static bool prepare(void)
{
    char path[200];
    const char *include = getenv("LANEWISE_INCLUDE_DIR"), *compiler = getenv("LANEWISE_CC");
    strcpy(folder, "/tmp/lanewise-cache-XXXXXX");
    if (!mkdtemp(folder))
        return false;
    if (access(LW_TEST_CC, X_OK) == 0 && access(LW_TEST_INCLUDE, R_OK) == 0) {
        setenv("LANEWISE_INCLUDE_DIR", include ? include : LW_TEST_INCLUDE, 1);
        compiler = compiler ? compiler : LW_TEST_CC;
    }
    write_file("term.h", "#define TERM 5\n");
    write_file("runs", "");
    write_file("cc", "#!/bin/sh\nprintf . >>%s/runs\nexec %s \"$@\"\n", folder, compiler ? compiler : "lanewise-cc");
    snprintf(path, sizeof path, "%s/cc", folder);
    setenv("LANEWISE_CC", path, 1);
    snprintf(cache, sizeof cache, "%s/a/cache", folder);
    setenv("LANEWISE_CACHE_PATH", cache, 1);
    unsetenv("LANEWISE_CACHE_DISABLE");
    unsetenv("LANEWISE_CACHE_MAXSIZE");
    return chmod(path, 0700) == 0;
}

static int runs(void)
{
    struct stat found;
    char path[200];
    snprintf(path, sizeof path, "%s/runs", folder);
    return stat(path, &found) ? -1 : (int)found.st_size;
}

static lw_status compile(struct test *t, lw_library **library, const char *text, const char *option, char *log,
                         size_t size)
{
    char includes[120];
    snprintf(includes, sizeof includes, "-I%s", folder);
    /* For this engine alone, as it is the compiler that takes the time. */
    const char *const options[] = {"-O1", "--no-cuda", "--fused=off", includes, option, NULL};
    return lw_library_compile(t->device, library, text, "cached.c", options, log, size);
}

/* Compiles, launches twice, and checks the result, and whether the compiler ran. */
static void check_compiled(struct test *t, const char *text, const char *option, int term, bool ran)
{
    lw_library *library;
    const lw_kernel *kernel;
    char log[500];
    int before = runs(), got = 0, *out = array_of(t, NULL, sizeof *out);
    CHECK(out != NULL);
    CHECK_STATUS(compile(t, &library, text, option, log, sizeof log), LW_SUCCESS);
    CHECK_EQUAL(runs() - before, ran);
    CHECK_EQUAL(strstr(log, "as-wanted") != NULL, option && strcmp(option, "-DWARNS") == 0);
    CHECK_STATUS(lw_library_get_kernel(library, "u_write", &kernel), LW_SUCCESS);
    for (int i = 0; i < 2; i++)
        CHECK_STATUS(lw_launch_pointers(kernel, lw_linear(lw_default_stream(t->device), 1, 1), (const void *[]){&out}),
                     LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, out, sizeof got));
    CHECK_EQUAL(got, term + 2000);
}

/* The number of files, all their bytes, and the path of one of them. */
static int files_of_cache(size_t *total, char one[400])
{
    int count = 0;
    struct stat found;
    DIR *open_folder = opendir(cache);
    *total = 0;
    for (struct dirent *entry; open_folder && (entry = readdir(open_folder));)
        if (entry->d_name[0] != '.') {
            snprintf(one, 400, "%s/%s", cache, entry->d_name);
            count++;
            if (stat(one, &found) == 0)
                *total += (size_t)found.st_size;
        }
    if (open_folder)
        closedir(open_folder);
    return count;
}

/* Changes the byte at the place, counted from the end. */
static bool spoil(const char *path, long place)
{
    FILE *file = fopen(path, "r+b");
    if (!file)
        return false;
    bool done = fseek(file, -place, SEEK_END) == 0;
    int byte = done ? fgetc(file) : EOF;
    done = byte != EOF && fseek(file, -place, SEEK_END) == 0 && fputc(byte ^ 64, file) != EOF;
    return fclose(file) == 0 && done;
}

static void check_settings(struct test *t)
{
    static const struct {
        const char *name, *value, *rule;
    } wrong[] = {{"LANEWISE_CACHE_DISABLE", "yes", "0 or 1"},
                 {"LANEWISE_CACHE_MAXSIZE", "-1", "bytes"},
                 {"LANEWISE_CACHE_MAXSIZE", "5x", "bytes"},
                 {"LANEWISE_CACHE_MAXSIZE", "99999999999G", "bytes"},
                 {"LANEWISE_CACHE_PATH", "here", "a folder's path that begins with /"}};
    lw_library *library;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        setenv(wrong[i].name, wrong[i].value, 1);
        CHECK_STATUS(compile(t, &library, source, NULL, NULL, 0), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(t->device, wrong[i].name);
        CHECK_MESSAGE(t->device, wrong[i].rule);
        if (strcmp(wrong[i].name, "LANEWISE_CACHE_PATH") == 0)
            setenv(wrong[i].name, cache, 1);
        else
            unsetenv(wrong[i].name);
    }
}

TEST(row, U1c_what_was_compiled_is_kept, .cpu_only = true, .isolated = true, .seconds = 120)
{
    char one[400], number[40], command[200], with_time[sizeof source + 50];
    size_t total, single;
    lw_library *library;
    if (!has_compiler())
        SKIP("no compiler of kernels here");
    CHECK(prepare());
    if (compile(t, &library, source, NULL, NULL, 0) == LW_ERROR_NOT_SUPPORTED || runs() != 1)
        SKIP("no compiler of kernels here");
    CHECK_CALL(check_compiled(t, source, NULL, 5, false));
    CHECK_CALL(check_compiled(t, source, NULL, 5, false));
    CHECK_CALL(check_compiled(t, source, "-DWARNS", 5, true));
    CHECK_CALL(check_compiled(t, source, "-DWARNS", 5, false));

    /* A header that was included changes, and changes back. */
    write_file("term.h", "#define TERM 6\n");
    CHECK_CALL(check_compiled(t, source, NULL, 6, true));
    CHECK_CALL(check_compiled(t, source, NULL, 6, false));
    CHECK_EQUAL(files_of_cache(&total, one), 2);

    /* What depends on the time, wants a file written, or does not compile is not kept. */
    snprintf(with_time, sizeof with_time, "%sstatic const char at[] = __TIME__;\n", source);
    CHECK_CALL(check_compiled(t, with_time, "-Wno-unused-variable", 6, true));
    CHECK_CALL(check_compiled(t, with_time, "-Wno-unused-variable", 6, true));
    for (int i = 1; i <= 2; i++) {
        int before = runs();
        CHECK_STATUS(compile(t, &library, source, "-Du_calls=3", NULL, 0), LW_ERROR_COMPILE);
        CHECK_EQUAL(runs() - before, 1);
    }
    CHECK_EQUAL(files_of_cache(&total, one), 2);

    /* A spoiled file is not used. */
    for (long place = 1; place < (long)(total / 2); place += (long)(total / 5)) {
        int before = runs();
        CHECK(spoil(one, place));
        CHECK_STATUS(compile(t, &library, source, NULL, NULL, 0), LW_SUCCESS);
        CHECK_STATUS(compile(t, &library, source, "-DWARNS", NULL, 0), LW_SUCCESS);
        CHECK(runs() > before);
        CHECK_CALL(check_compiled(t, source, NULL, 6, false));
        CHECK_CALL(check_compiled(t, source, "-DWARNS", 6, false));
        CHECK_EQUAL(files_of_cache(&total, one), 2);
    }

    CHECK_CALL(check_settings(t));
    setenv("LANEWISE_CACHE_DISABLE", "1", 1);
    CHECK_CALL(check_compiled(t, source, NULL, 6, true));
    setenv("LANEWISE_CACHE_DISABLE", "0", 1);
    CHECK_CALL(check_compiled(t, source, NULL, 6, false));

    /* Others could put code there. */
    CHECK_EQUAL(chmod(cache, 0777), 0);
    CHECK_CALL(check_compiled(t, source, NULL, 6, true));
    CHECK_EQUAL(chmod(cache, 0700), 0);

    /* The one that was not used for longest goes. */
    single = total / 2;
    snprintf(number, sizeof number, "%zu", total + single / 2);
    setenv("LANEWISE_CACHE_MAXSIZE", number, 1);
    CHECK_CALL(check_compiled(t, source, "-DWARNS", 6, false));
    CHECK_CALL(check_compiled(t, source, "-DOTHER", 6, true));
    CHECK_EQUAL(files_of_cache(&total, one), 2);
    CHECK_CALL(check_compiled(t, source, "-DWARNS", 6, false));
    CHECK_CALL(check_compiled(t, source, NULL, 6, true));
    snprintf(number, sizeof number, "%zu", single / 2);
    setenv("LANEWISE_CACHE_MAXSIZE", number, 1);
    CHECK_CALL(check_compiled(t, source, "-DLARGE", 6, true));
    CHECK_CALL(check_compiled(t, source, "-DLARGE", 6, true));

    /* Where memory is short, the cache does not fail the call. */
    unsetenv("LANEWISE_CACHE_MAXSIZE");
    for (long n = 1, pending = 0; !pending; n *= 3) {
        CHECK_STATUS(compile(t, &library, source, NULL, NULL, 0), LW_SUCCESS);
        lw_test_fail_allocation(n);
        lw_status status = compile(t, &library, source, NULL, NULL, 0);
        pending = lw_test_failure_pending();
        lw_test_fail_allocation(0);
        CHECK(status == LW_SUCCESS || (!pending && status == LW_ERROR_OUT_OF_MEMORY));
    }

    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_EQUAL(system(command), 0);
}

static void write_program(const char *name, const char *format, const char *text)
{
    char path[200];
    write_file(name, format, text);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    chmod(path, 0700);
}

TEST(row, U1d_a_changed_tool_compiles_again, .cpu_only = true, .isolated = true, .seconds = 120)
{
    char path[200], search[4000], command[200];
    const char *host = getenv("LANEWISE_HOST_CC"), *folders = getenv("PATH");
    lw_library *library;
    if (!has_compiler())
        SKIP("no compiler of kernels here");
    char *real = strdup(host ? host : "cc");
    CHECK(real != NULL && prepare());
    if (compile(t, &library, source, NULL, NULL, 0) == LW_ERROR_NOT_SUPPORTED || runs() != 1)
        SKIP("no compiler of kernels here");
    /* A C compiler of the same name. */
    write_program("host", "#!/bin/sh\nexec %s \"$@\"\n", real);
    snprintf(path, sizeof path, "%s/host", folder);
    setenv("LANEWISE_HOST_CC", path, 1);
    CHECK_CALL(check_compiled(t, source, NULL, 5, true));
    CHECK_CALL(check_compiled(t, source, NULL, 5, false));
    write_program("host", "#!/bin/sh\nexec %s -DCHANGED \"$@\"\n", real);
    CHECK_CALL(check_compiled(t, source, NULL, 5, true));
    CHECK_CALL(check_compiled(t, source, NULL, 5, false));
    /* A tool that is found before the one in use. */
    snprintf(path, sizeof path, "%s/tools", folder);
    CHECK_EQUAL(mkdir(path, 0700), 0);
    snprintf(search, sizeof search, "%s:%s", path, folders ? folders : "/usr/bin:/bin");
    setenv("PATH", search, 1);
    CHECK_CALL(check_compiled(t, source, NULL, 5, true));
    CHECK_CALL(check_compiled(t, source, NULL, 5, false));
    write_program("tools/objcopy", "#!/bin/sh\nPATH=${PATH#*:}\nexec objcopy \"$@\"%s\n", "");
    CHECK_CALL(check_compiled(t, source, NULL, 5, true));
    CHECK_CALL(check_compiled(t, source, NULL, 5, false));
    /* And one that an option names. */
    write_program("other", "#!/bin/sh\nexec %s \"$@\"\n", real);
    snprintf(path, sizeof path, "--host-cc=%s/other", folder);
    CHECK_CALL(check_compiled(t, source, path, 5, true));
    write_program("other", "#!/bin/sh\nexec %s -DCHANGED \"$@\"\n", real);
    CHECK_CALL(check_compiled(t, source, path, 5, true));
    CHECK_CALL(check_compiled(t, source, path, 5, false));
    free(real);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_EQUAL(system(command), 0);
}
