#include "cu_cccl.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "process.h"

/* Since CUDA 13 CCCL has a folder of its own. Before, it lies among the toolkit's other headers, which are not searched. */
char *cc_cccl_of_toolkit(const char *include)
{
    char *folder = cc_format("%s/cccl", include), *version = cc_format("%s/cub/version.cuh", folder);
    bool is = access(version, R_OK) == 0;
    free(version);
    if (is)
        return folder;
    free(folder);
    return NULL;
}

static char *of_root(const char *root)
{
    if (!root || !root[0])
        return NULL;
    char *include = cc_format("%s/include", root), *found = cc_cccl_of_toolkit(include);
    free(include);
    return found;
}

static char *of_nvcc(void)
{
    const char *path = getenv("PATH");
    for (size_t length; path && *path; path += length + (path[length] == ':')) {
        length = strcspn(path, ":");
        char real[PATH_MAX], *nvcc = cc_format("%.*s/nvcc", (int)length, path);
        bool is = length > 0 && access(nvcc, X_OK) == 0 && realpath(nvcc, real);
        free(nvcc);
        if (!is)
            continue;
        for (int i = 0; i < 2; i++) { /* ROOT/bin/nvcc */
            char *slash = strrchr(real, '/');
            if (slash)
                *slash = '\0';
        }
        return of_root(real);
    }
    return NULL;
}

const char *cc_cccl_folder(void)
{
    static char *found;
    static bool asked;
    if (asked)
        return found;
    asked = true;
    if (!(found = of_root(getenv("CUDA_HOME"))) && !(found = of_root(getenv("CUDA_PATH"))) && !(found = of_nvcc()))
        found = of_root("/usr/local/cuda");
    return found;
}

void cc_cccl_hint(const char *log)
{
    static const char *const folders[] = {"cub/", "thrust/", "cuda/", "nv/"};
    static const char missing[] = "fatal error: '";
    char line[4096];
    FILE *file = fopen(log, "r");
    bool said = false;
    while (file && !said && fgets(line, sizeof line, file)) {
        const char *name = strstr(line, missing);
        if (!name || !strstr(name, "' file not found"))
            continue;
        name += strlen(missing);
        for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
            if (cc_starts_with(name, folders[i]) && !said) {
                said = true;
                cc_say(
                    "<%.*s> is part of NVIDIA's CCCL (CUB, Thrust, libcu++): set CUDA_HOME to a toolkit of CUDA 13, name its "
                    "folder with -I .../include/cccl, or the folders of a checkout of https://github.com/NVIDIA/cccl with "
                    "-I cub -I thrust -I libcudacxx/include",
                    (int)strcspn(name, "'"), name);
            }
    }
    if (file)
        fclose(file);
}
