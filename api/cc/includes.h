/* Which headers a kernel file includes, as the C compiler's preprocessor finds them. */
#ifndef CC_INCLUDES_H
#define CC_INCLUDES_H

#include "options.h"

/* Whether the file, or a header of it, includes `header`, in any folder. `otherwise` where it cannot be preprocessed. */
bool cc_includes(const cc_options *options, const char *input, const char *header, bool otherwise);

#endif
