/* The place of a message: its column, and the caret below the shown line. */
#ifndef CC_CARET_H
#define CC_CARET_H

#include "diagnostic.h"
#include "source_line.h"

/* Reads the source line of the message's place; null without a line and column. The caller frees. */
char *cc_place_line(const cc_record *record);

/* Moves the message's column and caret to a part of that line. `is_clang`: the message is clang's, which counts bytes;
 * gcc counts columns. */
void cc_point_to(cc_record *record, const char *line, cc_span part, bool is_clang);

#endif
