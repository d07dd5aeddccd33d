/* The command line of `lanewise check`. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>

typedef enum cli_colour { CLI_COLOUR_AUTO, CLI_COLOUR_ALWAYS, CLI_COLOUR_NEVER } cli_colour;

typedef struct cli_options {
    char *tools;                                     /* as in LANEWISE_CHECK: "memcheck", "memcheck,racecheck", "all" */
    int error_exitcode;                              /* 0: none */
    unsigned print_limit;                            /* 0: none */
    char *kernels, *except;                          /* regular expressions; null: all, none */
    const char *suppressions, *json_file, *log_file; /* null: none */
    const char *sarif_file, *junit_file, *html_file;
    bool leaks;
    bool unused;            /* memory that nothing has written */
    bool volatile_is_plain; /* a volatile access is not an atomic */
    bool engines;           /* compare the engines instead of checking accesses */
    bool json;              /* findings as JSON instead of text */
    const char *timeout;    /* null: the environment's */
    const char *schedule;   /* null: the environment's */
    unsigned runs;          /* 0: one run, its output passed through, and one in reverse order; 1: the first alone */
    bool stop_on_error;
    bool quiet; /* no line about a run that takes long */
    cli_colour colour;
    char **command; /* the program and its arguments */
} cli_options;

/* Reads the words after `check`. Exits on a wrong word, and after --help or --version. */
void cli_options_read(cli_options *options, char **words);
void cli_options_free(cli_options *options);

#endif
