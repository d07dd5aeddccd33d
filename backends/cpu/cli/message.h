#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

enum { CLI_WRONG = 2 }; /* the exit status of a command line that cannot be */

/* "lanewise: " and a sentence, to standard error. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same; then the end, with that status. */
void cli_end(int status, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
/* The end, after standard output has got what was asked for: the exit status says whether it took it. */
void cli_end_printed(void) __attribute__((noreturn));
/* Memory that cannot be had ends the program. */
void *cli_allocate(unsigned long size);
char *cli_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
