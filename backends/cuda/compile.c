/* Compiles kernel files while the program runs, with NVRTC. The library is opened at the first use; without it lanewise-cc
 * compiles. */
#include "cuda.h"

#include <dlfcn.h>
#include <limits.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "c_headers.h"

#define FUNCTIONS(F)                                                                                                   \
    F(nvrtcCreateProgram)                                                                                              \
    F(nvrtcDestroyProgram)                                                                                             \
    F(nvrtcCompileProgram)                                                                                             \
    F(nvrtcGetProgramLogSize)                                                                                          \
    F(nvrtcGetProgramLog)                                                                                              \
    F(nvrtcGetCUBINSize)                                                                                               \
    F(nvrtcGetCUBIN)                                                                                                   \
    F(nvrtcGetErrorString)

static struct {
#define MEMBER(name) __typeof__(&name) name;
    FUNCTIONS(MEMBER)
#undef MEMBER
} nvrtc;

enum { MAX_OPTIONS = 256 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool usable;
static char headers[PATH_MAX], cuda_headers[PATH_MAX]; /* folders: Lanewise's, CUDA's; empty: not found */

#define TEXT(number) TEXT_(number)
#define TEXT_(number) #number

static bool holds(const char *folder, const char *file)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return access(path, R_OK) == 0;
}

/* The folder of the file that holds `code`, with `path` appended. */
static void beside(const void *code, const char *path, char result[PATH_MAX])
{
    Dl_info info;
    const char *slash = dladdr(code, &info) && info.dli_fname ? strrchr(info.dli_fname, '/') : NULL;
    if (!slash ||
        snprintf(result, PATH_MAX, "%.*s/%s", (int)(slash - info.dli_fname), info.dli_fname, path) >= PATH_MAX)
        result[0] = 0;
}

static void find_headers(void)
{
    static const char *const places[] = {"../include/lanewise-" TEXT(LW_VERSION_MAJOR) "/api",
                                         "../../include/lanewise-" TEXT(LW_VERSION_MAJOR) "/api"};
    const char *named = getenv("LANEWISE_INCLUDE_DIR");
    if (named && *named)
        snprintf(headers, sizeof headers, "%s", named);
    for (size_t i = 0; i < sizeof places / sizeof *places && !holds(headers, "lanewise/kernel.h"); i++)
        beside((void *)(uintptr_t)find_headers, places[i], headers);
}

static void find_cuda_headers(void)
{
    static const char *const places[] = {"../include", "../../include", "../targets/x86_64-linux/include"};
    for (size_t i = 0; i < sizeof places / sizeof *places && !holds(cuda_headers, "cuda_fp16.h"); i++)
        beside(*(void **)&nvrtc.nvrtcCompileProgram, places[i], cuda_headers);
    if (!holds(cuda_headers, "cuda_fp16.h"))
        snprintf(cuda_headers, sizeof cuda_headers, "/usr/local/cuda/include");
}

static void *open_library(void)
{
    static const char *const folders[] = {"", "/usr/local/cuda/lib64/"};
    void *library = NULL;
    char name[64];
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !library; i++) {
        snprintf(name, sizeof name, "%slibnvrtc.so.%d", folders[i], CUDA_VERSION / 1000);
        library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    return library;
}

static void open_nvrtc(void)
{
    void *library = open_library();
    if (!library)
        return;
    usable = true;
#define NAME(name) #name
#define FIND(name)                                                                                                     \
    *(void **)&nvrtc.name = dlsym(library, NAME(name));                                                                \
    usable = usable && nvrtc.name;
    FUNCTIONS(FIND)
#undef FIND
#undef NAME
    if (!usable)
        return;
    find_headers();
    find_cuda_headers();
    usable = holds(headers, "lanewise/kernel.h");
}

/* ---- options ---- */
static bool begins(const char *word, const char *with)
{
    return strncmp(word, with, strlen(with)) == 0;
}

/* NVRTC's word for an option of lanewise-cc: null, where it has none; "" for one without effect here. */
static const char *translate(const char *word)
{
    if (begins(word, "-D") || begins(word, "-U") || begins(word, "-I"))
        return word;
    if (strcmp(word, "-g") == 0)
        return "-lineinfo";
    if (strcmp(word, "-w") == 0)
        return "--disable-warnings";
    if (strcmp(word, "-ffp-contract=off") == 0)
        return "-fmad=false";
    return begins(word, "-O") ? "" : NULL;
}

static lw_status add_options(lw_device_impl *device, const lw_compiler_run *run, const char **words, int *count)
{
    for (const char *const *word = run->options; *word; word++) {
        const char *translated = translate(*word);
        if (!translated)
            return lw_fail(device, LW_ERROR_INVALID_VALUE,
                           "option %.100s is not one for NVRTC: -D, -U, -I, -O, -g, -w and -ffp-contract=off are",
                           *word);
        if (*count == MAX_OPTIONS)
            return lw_fail(device, LW_ERROR_INVALID_VALUE, "there are more than %d options", MAX_OPTIONS);
        if (*translated)
            words[(*count)++] = translated;
    }
    return LW_SUCCESS;
}

/* ---- a compilation ---- */
static void copy_log(nvrtcProgram program, const lw_compiler_run *run)
{
    size_t size = 0;
    if (!run->log_size || nvrtc.nvrtcGetProgramLogSize(program, &size) != NVRTC_SUCCESS || size < 2)
        return;
    char *log = lw_allocate(size);
    if (log && nvrtc.nvrtcGetProgramLog(program, log) == NVRTC_SUCCESS)
        snprintf(run->log, run->log_size, "%s", log);
    free(log);
}

static lw_status compile(lw_device_impl *device, const lw_compiler_run *run, nvrtcProgram program, void **image,
                         size_t *size)
{
    char arch[32], ours[PATH_MAX + 2], cudas[PATH_MAX + 2], standard[PATH_MAX + 8];
    int major = 0, minor = 0;
    lw_status status = lw_cuda_check(
        device, lw_cuda.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device->device),
        "cuDeviceGetAttribute");
    if (!status)
        status = lw_cuda_check(
            device, lw_cuda.cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device->device),
            "cuDeviceGetAttribute");
    if (status)
        return status;
    snprintf(arch, sizeof arch, "-arch=sm_%d%d", major, minor);
    snprintf(ours, sizeof ours, "-I%s", headers);
    snprintf(cudas, sizeof cudas, "-I%s", cuda_headers);
    snprintf(standard, sizeof standard, "-I%s/cccl", cuda_headers); /* the C++ library, which cooperative groups need */
    /* 161: pragmas for gcc. 20044: a declaration that -default-device makes a definition. */
    const char *words[MAX_OPTIONS + 8] = {
        arch, ours, cudas, standard, "-default-device", "-device-int128", "-diag-suppress=161,20044"};
    int count = 7;
    status = add_options(device, run, words, &count);
    if (status)
        return status;
    nvrtcResult result = nvrtc.nvrtcCompileProgram(program, count, words);
    copy_log(program, run);
    if (result == NVRTC_ERROR_COMPILATION)
        return lw_fail(device, LW_ERROR_COMPILE, "%s does not compile: the log says why", run->name);
    if (result == NVRTC_SUCCESS)
        result = nvrtc.nvrtcGetCUBINSize(program, size);
    void *code = result == NVRTC_SUCCESS ? lw_allocate(*size) : NULL;
    if (result == NVRTC_SUCCESS && !code)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes of code", *size);
    if (result == NVRTC_SUCCESS)
        result = nvrtc.nvrtcGetCUBIN(program, code);
    if (result != NVRTC_SUCCESS) {
        free(code);
        return lw_fail(device, LW_ERROR_SYSTEM, "NVRTC cannot compile %s: %s", run->name,
                       nvrtc.nvrtcGetErrorString(result));
    }
    *image = code;
    return LW_SUCCESS;
}

lw_status lw_cuda_compile(lw_device_impl *device, const lw_compiler_run *run, void **image, size_t *size)
{
    pthread_once(&once, open_nvrtc);
    if (!usable)
        return lw_fail(device, LW_ERROR_NOT_SUPPORTED, "libnvrtc, or Lanewise's headers for it, are not found");
    nvrtcProgram program;
    nvrtcResult result =
        nvrtc.nvrtcCreateProgram(&program, run->source, run->name, LW_C_HEADERS, lw_c_header_texts, lw_c_header_names);
    if (result != NVRTC_SUCCESS)
        return lw_fail(device, result == NVRTC_ERROR_OUT_OF_MEMORY ? LW_ERROR_OUT_OF_MEMORY : LW_ERROR_SYSTEM,
                       "NVRTC cannot begin %s: %s", run->name, nvrtc.nvrtcGetErrorString(result));
    lw_status status = compile(device, run, program, image, size);
    nvrtc.nvrtcDestroyProgram(&program);
    return status;
}
