/* Hints: sentences that say what to write, for mistakes that the C compiler's messages do not explain. */
#ifndef CC_HINT_H
#define CC_HINT_H

#include "diagnostic.h"
#include "options.h"

/* Which later messages of the log follow from the same mistake, and are left out. */
typedef enum cc_reach {
    CC_REACH_NONE,
    CC_REACH_LINE, /* errors of the same line */
    CC_REACH_NAME, /* the same, and messages on other lines about the name in the hint's `source` */
    CC_REACH_KIND, /* errors that get the same hint */
    CC_REACH_ALL
} cc_reach;

/* The part of the line with the mistake. */
typedef enum cc_spot_kind {
    CC_SPOT_SAID,   /* the name in the message, else the compiler's place */
    CC_SPOT_WORD,   /* the first word of the hint's `source` */
    CC_SPOT_QUOTED, /* the name that the message quotes */
    CC_SPOT_SIZE    /* the size in LW_SHARED, LW_GLOBAL or LW_CONSTANT, else CC_SPOT_WORD */
} cc_spot_kind;

typedef struct cc_hint {
    const char *said[2]; /* words that the message must have; null: none */
    const char *source;  /* text that the shown line must have, or null */
    bool without_header; /* only if the kernel file does not include <lanewise/kernel.h> */
    cc_reach reach;
    const char *write; /* appended to the message */
    cc_spot_kind spot;
} cc_hint;

/* The hint for a diagnostic of the kernel file `input`, or null. Valid until the next call. */
const cc_hint *cc_hint_for(const cc_diagnostic *diagnostic, const cc_options *options, const char *input);

#endif
