/* Where a message points: the column that it says, and the caret below the line that it shows. */
#ifndef CC_CARET_H
#define CC_CARET_H

#include "diagnostic.h"
#include "source_line.h"

/* The source line of the message's place, from its file; null where it has no line and column. The caller frees. */
char *cc_place_line(const cc_record *record);

/* Points to a part of that line. `is_clang`: whose message it is, as clang counts bytes and gcc columns. */
void cc_point_to(cc_record *record, const char *line, cc_span part, bool is_clang);

#endif
