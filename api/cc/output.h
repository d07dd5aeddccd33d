#ifndef LW_CC_OUTPUT_H
#define LW_CC_OUTPUT_H

#include <stdbool.h>

/* The files that the user names: written whole, when everything else has succeeded. */

/* Whether both names are one existing file. */
bool cc_output_is(const char *path, const char *other);

/* Copies the finished file `from` to `path`. A regular file of that name is replaced. Anything else (a device, a pipe,
 * a symbolic link) stays what it is, and the bytes are written through it. On failure says why, and leaves no part of
 * the bytes in a regular file. */
bool cc_output_copy(const char *from, const char *path);

/* Removes what cc_output_copy() has made, if that is a regular file: never a device, a pipe or a link. */
void cc_output_remove(const char *path);

#endif
