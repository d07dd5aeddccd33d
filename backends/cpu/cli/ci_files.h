/* The files that other programs show: SARIF 2.1.0 for code scanning, JUnit's XML for lists of tests, and a page of HTML. */
#ifndef CLI_CI_FILES_H
#define CLI_CI_FILES_H

#include <stdbool.h>

#include "../../../emu/check/tally.h"
#include "options.h"

/* Where the program's processes write a line for each finding; -1: not wanted. */
extern int cli_sarif_lines, cli_junit_lines, cli_html_lines;

/* Before the first run. Exits where a file cannot be written to. */
void cli_ci_files_begin(const cli_options *options);
/* Writes the files. `status`: the program's. False, with a message, if one could not take all. */
bool cli_ci_files_end(const cli_options *options, int status);

#endif
