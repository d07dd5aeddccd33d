#include "tools.h"

#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lanewise/version.h>

#include "message.h"
#include "process.h"
#include "scratch.h"

#ifndef LW_HOST_CC
#define LW_HOST_CC "cc" /* the build may define another */
#endif

#define TEXT(number) TEXT_(number)
#define TEXT_(number) #number

static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

const char *cc_host_compiler(const cc_options *options)
{
    if (options->host_cc)
        return options->host_cc;
    const char *named = environment("LANEWISE_HOST_CC");
    return named ? named : LW_HOST_CC;
}

/* Searches PATH's folders for the program; the caller frees. */
static char *find_in_path(const char *name)
{
    const char *folders = environment("PATH");
    while (folders && *folders) {
        int length = (int)strcspn(folders, ":");
        char *path = cc_format("%.*s/%s", length, folders, name);
        if (length > 0 && access(path, X_OK) == 0)
            return path;
        free(path);
        folders += length + (folders[length] == ':');
    }
    return NULL;
}

/* The first line of its --version: "gcc (Debian 12.2.0-14) 12.2.0", "Debian clang version 19.1.7 (...)". */
static const char *host_version(const cc_options *options)
{
    static char line[200];
    static bool asked;
    if (asked)
        return line;
    asked = true;
    cc_words command = {0};
    char *log = cc_scratch_file("version");
    cc_words_add(&command, cc_host_compiler(options));
    cc_words_add(&command, "--version");
    FILE *file = cc_ask(&command, log) == 0 ? fopen(log, "r") : NULL;
    if (file) {
        if (!fgets(line, sizeof line, file))
            line[0] = '\0';
        fclose(file);
    }
    cc_words_free(&command);
    free(log);
    return line;
}

bool cc_host_is_clang(const cc_options *options)
{
    return strstr(host_version(options), "clang");
}

unsigned cc_host_version(const cc_options *options)
{
    const char *line = host_version(options), *number = strstr(line, "clang version ");
    number = number ? number + strlen("clang version ") : strrchr(line, ' ');
    return number ? (unsigned)strtoul(number, NULL, 10) : 0;
}

const char *cc_objcopy(const cc_options *options)
{
    static char *found;
    const char *named = environment("LANEWISE_OBJCOPY");
    if (named || found)
        return named ? named : found;
    /* For aarch64-linux-gnu-gcc this is aarch64-linux-gnu-objcopy. */
    const char *compiler = cc_base_name(cc_host_compiler(options)), *end = strstr(compiler, "-gcc");
    if (end) {
        char *name = cc_format("%.*s-objcopy", (int)(end - compiler), compiler);
        found = find_in_path(name);
        free(name);
    }
    if (!found)
        found = cc_format("objcopy");
    return found;
}

/* This program's folder with `path` appended; null if it is unknown. The caller frees. */
static char *beside_us(const char *path)
{
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return NULL;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash)
        return NULL;
    *slash = '\0';
    return cc_format("%s/%s", self, path);
}

/* The program that a flag or the environment names; exits if it is missing. */
static char *named_program(const char *named, const char *by, const char *without)
{
    char *found = strchr(named, '/') ? cc_format("%s", named) : find_in_path(named);
    if (!found || access(found, X_OK) != 0)
        cc_fatal("%s names %s, which is no program (%s)", by, named, without);
    return found;
}

const char *cc_nvcc(const cc_options *options)
{
    static char *found;
    static bool searched;
    if (options->no_cuda)
        return NULL;
    if (searched)
        return found;
    searched = true;
    const char *named = options->nvcc ? options->nvcc : environment("LANEWISE_NVCC");
    if (named) {
        found = named_program(named, options->nvcc ? "--nvcc" : "LANEWISE_NVCC", "--no-cuda leaves the CUDA copy out");
        return found;
    }
    static const char usual[] = "/usr/local/cuda/bin/nvcc";
    found = find_in_path("nvcc");
    if (!found && access(usual, X_OK) == 0)
        found = cc_format("%s", usual);
    return found;
}

static const char without_fused[] =
    "--fused=off leaves the fused copy out; without --checked-locals the C compiler makes the checked one";

const char *cc_clang(const cc_options *options)
{
    static char *found;
    static bool searched;
    if (searched)
        return found;
    searched = true;
    const char *named = options->clang ? options->clang : environment("LANEWISE_CLANG");
    static const char usual[] = "/usr/lib/llvm-19/bin/clang";
    if (named)
        found = named_program(named, options->clang ? "--clang" : "LANEWISE_CLANG", without_fused);
    else
        found = find_in_path("clang-19");
    if (!found && access(usual, X_OK) == 0)
        found = cc_format("%s", usual);
    return found;
}

const char *cc_fuse(const cc_options *options)
{
    static char *found;
    static bool searched;
    if (searched)
        return found;
    searched = true;
    const char *named = options->fuse ? options->fuse : environment("LANEWISE_FUSE");
    if (named) {
        found = named_program(named, options->fuse ? "--fuse" : "LANEWISE_FUSE", without_fused);
        return found;
    }
    found = beside_us("lanewise-fuse");
    if (found && access(found, X_OK) != 0) {
        free(found);
        found = NULL;
    }
    return found;
}

const char *cc_lower(const cc_options *options)
{
    static char *found;
    if (found)
        return found;
    const char *named = options->lower ? options->lower : environment("LANEWISE_LOWER");
    if (named) {
        found = named_program(named, options->lower ? "--lower" : "LANEWISE_LOWER", ".cu files need it");
        return found;
    }
    found = beside_us("lanewise-lower-cuda");
    if (!found || access(found, X_OK) != 0)
        cc_fatal(
            "lanewise-lower-cuda is not beside this program: .cu files need a Lanewise that was built with clang 19 and "
            "LLVM 19 (apt-get install clang-19 llvm-19-dev)");
    return found;
}

const char *cc_resource_folder(const cc_options *options)
{
    static char folder[PATH_MAX];
    if (folder[0])
        return folder;
    cc_words command = {0};
    char *log = cc_scratch_file("log");
    cc_words_add(&command, cc_clang(options));
    cc_words_add(&command, "-print-resource-dir");
    FILE *file = cc_ask(&command, log) == 0 ? fopen(log, "r") : NULL;
    if (!file || !fgets(folder, sizeof folder, file))
        cc_fatal("%s does not say where its headers are (-print-resource-dir)", cc_clang(options));
    fclose(file);
    folder[strcspn(folder, "\n")] = '\0';
    cc_words_free(&command);
    free(log);
    return folder;
}

static char *if_holds(char *folder, const char *file)
{
    if (!folder)
        return NULL;
    char *path = cc_format("%s/%s", folder, file);
    bool there = access(path, R_OK) == 0;
    free(path);
    if (there) {
        char *real = realpath(folder, NULL);
        free(folder);
        return real;
    }
    free(folder);
    return NULL;
}

const char *cc_include_folder(const cc_options *options)
{
    static char *found;
    if (found)
        return found;
    const char *named = options->include_dir ? options->include_dir : environment("LANEWISE_INCLUDE_DIR");
    static const char header[] = "lanewise/kernel.h";
    if (named)
        found = if_holds(cc_format("%s", named), header);
    else
        found = if_holds(beside_us("../include/lanewise-" TEXT(LW_VERSION_MAJOR) "/api"), header);
    if (!found && named)
        cc_fatal("%s names %s, which holds no %s", options->include_dir ? "--include-dir" : "LANEWISE_INCLUDE_DIR",
                 named, header);
    if (!found)
        cc_fatal("Lanewise's headers are not beside this program (../include/lanewise-" TEXT(
            LW_VERSION_MAJOR) "/api); name their folder with --include-dir=DIR");
    return found;
}

const char *cc_library_folder(void)
{
    static char *found;
    static const char *const places[] = {"../lib", "../lib64", "../lib/*-linux-*"};
    for (size_t i = 0; !found && i < sizeof places / sizeof *places; i++) {
        char *pattern = beside_us(places[i]);
        glob_t matches;
        if (pattern && glob(pattern, 0, NULL, &matches) == 0) {
            for (size_t j = 0; !found && j < matches.gl_pathc; j++) {
                found = if_holds(cc_format("%s", matches.gl_pathv[j]), "liblanewise.so");
                if (!found)
                    found = if_holds(cc_format("%s", matches.gl_pathv[j]), "liblanewise.a");
            }
            globfree(&matches);
        }
        free(pattern);
    }
    return found;
}
