/* Temporary folders, each with files and no folders in it. */
#ifndef LW_TEMPORARY_H
#define LW_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>

enum { LW_TEMPORARY_NAME = 1024 };

/* Makes a folder in TMPDIR, or else in /tmp, that only this user can read, and writes its path to `folder`. False: errno says
 * why. */
bool lw_temporary_make(char folder[LW_TEMPORARY_NAME]);
/* Writes a new file. False: errno says why. */
bool lw_temporary_write(const char *path, const void *data, size_t size);
void lw_temporary_remove(const char *folder); /* with the files in it */

#endif
