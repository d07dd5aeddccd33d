/* What to write instead: sentences for mistakes that the C compiler's own words do not explain. */
#ifndef CC_HINT_H
#define CC_HINT_H

#include "diagnostic.h"
#include "options.h"

/* What else of the log comes of the mistake, and says nothing more. */
typedef enum cc_reach { CC_REACH_NONE, CC_REACH_LINE, CC_REACH_KIND, CC_REACH_ALL } cc_reach;

typedef struct cc_hint {
    const char *said[2]; /* words of the message, all of them; null: any */
    const char *source;  /* of the line that it shows, or null */
    bool without_header; /* and the kernel file does not include <lanewise/kernel.h> */
    cc_reach reach;
    const char *write; /* the end of the message */
} cc_hint;

/* The hint for a diagnostic of the kernel file `input`, or null. */
const cc_hint *cc_hint_for(const cc_diagnostic *diagnostic, const cc_options *options, const char *input);

#endif
