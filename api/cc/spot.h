/* The part of its line that a message is about, if the compiler points elsewhere. */
#ifndef CC_SPOT_H
#define CC_SPOT_H

#include "hint.h"
#include "source_line.h"

/* Finds the part of the line that the message, or its hint (or null), is about. False: keep the compiler's place. */
bool cc_find_spot(const cc_record *record, const cc_hint *hint, const char *line, cc_span *spot);

#endif
