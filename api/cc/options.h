/* The command line, with the flags sorted by the commands that get them. */
#ifndef CC_OPTIONS_H
#define CC_OPTIONS_H

#include <stdbool.h>

#include "words.h"

typedef enum cc_mode {
    CC_LINK,    /* no -c: kernel files are compiled, then all is linked */
    CC_COMPILE, /* -c: one object for each kernel file */
    CC_CPU_ONLY /* -E, -S, -M, -MM, -fsyntax-only: the CPU copy only, by the C compiler */
} cc_mode;

typedef enum cc_fused_choice { CC_FUSED_AUTO, CC_FUSED_ON, CC_FUSED_OFF } cc_fused_choice;

#define CC_INPUT "\001" /* no command line has this word */

typedef struct cc_options {
    cc_mode mode;
    cc_words words;  /* the command line, with gcc's names for nvcc's; others below point into it */
    cc_words inputs; /* kernel files */
    cc_words link;   /* the link's words in order: flags, objects, libraries, and CC_INPUT for a kernel file */
    const char *output;
    cc_words host;   /* the user's flags for the C compiler */
    cc_words device; /* the user's flags for nvcc, translated */
    /* the user's flags for clang, which makes the fused copy and may make the checked one: they choose the machine, set
     * the source's meaning, or set the form of the code */
    cc_words machine, language, code;
    cc_words definitions; /* -D and -U, as -DNAME: for nvcc, which splits words at commas */

    /* dependency files */
    bool dependencies, user_dependencies_only; /* -MD, -MMD */
    const char *dependency_file;               /* -MF */
    cc_words dependency_flags;                 /* -MT, -MQ, -MP */

    /* commands with .cu or C++ files */
    bool cu;            /* this is one */
    const char *module; /* -ptx, -cubin, -fatbin: the suffix; a shared library whose kernels are found by name */
    bool archive;       /* -lib: the link makes a library of the objects */
    bool per_thread;    /* --default-stream per-thread: stream 0 is the calling thread's */
    bool rdc;           /* -rdc=true, -dc: device code is linked with that of other files */
    bool dlink;         /* -dlink: the link makes an object of device code */
    bool no_dlink;      /* -nodlink: the link leaves device code alone */
    bool nvcc_words;    /* it has flags that only nvcc has: a .c file without <lanewise/kernel.h> is the host's */
    bool all_cu;        /* -x cu: every source is CUDA C++, whatever its name */
    const char *cu_std; /* the standard of C++; null: gnu++17 */
    cc_words cu_host;   /* -Xcompiler: flags for host code alone */

    const char *include_dir, *lower, *nvcc, *host_cc, *clang, *fuse; /* values of flags; null: not given */
    const char *cuda_arch, *fused_levels, *fused_shapes;
    cc_fused_choice fused;
    bool quiet; /* -w */
    bool no_cuda, no_checked, checked_locals, unchecked_loads, profile, coverage, fused_report, verbose, dry_run, help,
        version;
} cc_options;

/* Reads the command line; on a wrong flag prints a message and exits with 1. */
void cc_options_read(cc_options *options, int count, char **words);
void cc_options_free(cc_options *options);

#endif
