#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

enum { CLI_WRONG = 2 }; /* exit status for a wrong command line */

/* Prints "lanewise: " and a sentence to standard error. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same; then exits with that status. */
void cli_end(int status, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
/* Exits after text was printed to standard output; the exit status says whether it was written. */
void cli_end_printed(void) __attribute__((noreturn));
void cli_end_with_version(void) __attribute__((noreturn));
/* The next two exit when out of memory. */
void *cli_allocate(unsigned long size);
char *cli_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
