#ifndef LW_CC_OUTPUT_H
#define LW_CC_OUTPUT_H

#include <stdbool.h>

/* Writes the files that the user names, after everything else has succeeded. */

/* Whether both names are one existing file. */
bool cc_output_is(const char *path, const char *other);

/* Copies the finished file `from` to `path`. Replaces a regular file of that name. Writes the bytes through anything
 * else (a device, a pipe, a symbolic link), which stays. On failure prints a message, and leaves no part of the bytes
 * in a regular file. */
bool cc_output_copy(const char *from, const char *path);

/* Removes a file of cc_output_copy(), if it is a regular file: never a device, a pipe or a link. */
void cc_output_remove(const char *path);

#endif
