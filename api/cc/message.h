/* lanewise-cc's messages on standard error, each after "lanewise-cc: ". */
#ifndef CC_MESSAGE_H
#define CC_MESSAGE_H

void cc_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints the message, removes the scratch folder and exits with 1, as gcc does. */
_Noreturn void cc_fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
