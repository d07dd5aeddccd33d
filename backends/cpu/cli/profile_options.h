/* The command line of `lanewise profile`. */
#ifndef CLI_PROFILE_OPTIONS_H
#define CLI_PROFILE_OPTIONS_H

#include <stdbool.h>

typedef struct cli_profile_options {
    const char *csv, *json, *html, *timeline, *log_file; /* null: none */
    bool events;                                         /* time by events on the CPU, too */
    bool metrics;                                        /* a second run counts accesses */
    bool progress;
    char **command; /* the program and its arguments */
} cli_profile_options;

/* Reads the words after `profile`. Exits on a wrong word, and after --help. */
void cli_profile_options_read(cli_profile_options *options, char **words);

#endif
