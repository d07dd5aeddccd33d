/* --coverage: which lines and branches of a file ran, and how often. The C compiler counts in the CPU copy, whose fibers
 * run one thread each, so counts are by thread. Blocks run on several OS threads, so the counters are atomic.
 *
 * The compiler writes into the scratch folder. So it gets the names of NAME.gcno, which it writes, and of NAME.gcda,
 * which the program writes.
 */
#include "coverage.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "tools.h"

/* The length of a path without its suffix. */
static int stem_length(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    return (int)(dot && dot != name ? dot - path : (long)strlen(path));
}

/* The path of the counts without suffix, as with gcc: for dir/scale.o dir/scale; for a program dir/prog dir/prog-scale.
 * The caller frees. */
static char *counts_path(const cc_job *job)
{
    const cc_options *options = job->options;
    if (options->mode != CC_LINK)
        return cc_format("%s%.*s", strchr(job->object, '/') ? "" : "./", stem_length(job->object), job->object);
    const char *program = options->output ? options->output : "a.out", *slash = strrchr(job->input, '/');
    const char *name = slash ? slash + 1 : job->input;
    return cc_format("%s%.*s-%.*s", strchr(program, '/') ? "" : "./", stem_length(program), program, stem_length(name),
                     name);
}

/* clang takes both names from the object, and the second as it is. */
static void add_clang_names(const char *path, cc_words *command)
{
    char *folder = path[0] == '/' ? NULL : getcwd(NULL, 0);
    if (path[0] != '/' && !folder)
        cc_fatal("the current folder has no name: %s", strerror(errno));
    char *notes = cc_format("-coverage-notes-file=%s.gcno", path);
    char *data = cc_format("-coverage-data-file=%s%s%s.gcda", folder ? folder : "", folder ? "/" : "", path);
    const char *const words[] = {"-Xclang", notes, "-Xclang", data};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cc_words_add(command, words[i]);
    free(data);
    free(notes);
    free(folder);
}

static void add_gcc_names(const char *path, cc_words *command)
{
    char *base = cc_format("%s.c", path);
    const char *const words[] = {"-dumpbase", base, "-dumpbase-ext", ".c"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cc_words_add(command, words[i]);
    free(base);
}

void cc_coverage_flags(const cc_job *job, cc_words *command)
{
    static const char *const counting[] = {"-fprofile-arcs", "-ftest-coverage", "-fprofile-update=atomic"};
    if (!job->options->coverage || job->options->mode == CC_CPU_ONLY)
        return;
    for (size_t i = 0; i < sizeof counting / sizeof *counting; i++)
        cc_words_add(command, counting[i]);
    char *path = counts_path(job);
    if (cc_host_is_clang(job->options))
        add_clang_names(path, command);
    else
        add_gcc_names(path, command);
    free(path);
}
