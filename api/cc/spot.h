/* What in its line a message is about, where the compiler points elsewhere. */
#ifndef CC_SPOT_H
#define CC_SPOT_H

#include "hint.h"
#include "source_line.h"

/* The part of the line that the message, or the hint that it gets (or null), is about. False: as the compiler says. */
bool cc_find_spot(const cc_record *record, const cc_hint *hint, const char *line, cc_span *spot);

#endif
