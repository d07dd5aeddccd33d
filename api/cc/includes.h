/* Which headers a kernel file includes, as the C compiler's preprocessor finds them. */
#ifndef CC_INCLUDES_H
#define CC_INCLUDES_H

#include "options.h"

/* Whether the file, or a header of it, includes `header`, in any folder. `otherwise` where it cannot be preprocessed. */
bool cc_includes(const cc_options *options, const char *input, const char *header, bool otherwise);

/* Whether the file has code for the host alone: it includes <lanewise/host.h> and not <lanewise/kernel.h>. */
bool cc_is_host_file(const cc_options *options, const char *input);

#endif
