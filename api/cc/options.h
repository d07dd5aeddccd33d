/* What a command line asks for, sorted by who gets each flag. */
#ifndef CC_OPTIONS_H
#define CC_OPTIONS_H

#include <stdbool.h>

#include "words.h"

typedef enum cc_mode {
    CC_LINK,    /* no -c: kernel files are compiled, then all is linked */
    CC_COMPILE, /* -c: one object a kernel file */
    CC_CPU_ONLY /* -E, -S, -M, -MM, -fsyntax-only: the CPU copy alone, by the C compiler */
} cc_mode;

typedef enum cc_fused_choice { CC_FUSED_AUTO, CC_FUSED_ON, CC_FUSED_OFF } cc_fused_choice;

#define CC_INPUT "\001" /* no word of a command line */

typedef struct cc_options {
    cc_mode mode;
    cc_words inputs; /* kernel files */
    cc_words link;   /* in order, for the link: its flags, objects and libraries, CC_INPUT where a kernel file stands */
    const char *output;
    cc_words host;   /* the user's flags for the C compiler */
    cc_words device; /* the user's flags for nvcc, translated */
    /* and for clang, which makes the fused copy: those that choose a machine, that say what the source means, and those
     * of these that say how the code is */
    cc_words machine, language, code;
    cc_words definitions; /* -D and -U, as -DNAME: for nvcc, which splits words at commas, they may need another way */

    /* -MD and its like */
    bool dependencies, user_dependencies_only; /* -MD, -MMD */
    const char *dependency_file;               /* -MF */
    cc_words dependency_flags;                 /* -MT, -MQ, -MP */

    const char *include_dir, *nvcc, *host_cc, *clang, *fuse; /* as given; null where not */
    const char *cuda_arch, *fused_levels, *fused_shapes;
    cc_fused_choice fused;
    bool quiet; /* -w */
    bool no_cuda, no_checked, fused_report, verbose, dry_run, help, version;
} cc_options;

/* Reads the command line; on a bad flag says so and exits with 1. */
void cc_options_read(cc_options *options, int count, char **words);
void cc_options_free(cc_options *options);

#endif
