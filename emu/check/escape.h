/* Text in files of other formats. */
#ifndef EMU_CHECK_ESCAPE_H
#define EMU_CHECK_ESCAPE_H

#include <stdbool.h>
#include <stdio.h>

void emu_put_json(FILE *out, const char *text); /* with quotation marks */
void emu_put_xml(FILE *out, const char *text);  /* for elements and attributes, in one line */
void emu_put_uri(FILE *out, const char *path);  /* a path as a URI reference, with quotation marks */

#endif
