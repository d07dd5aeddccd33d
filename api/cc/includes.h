/* The headers that a kernel file includes, by the C compiler's preprocessor. */
#ifndef CC_INCLUDES_H
#define CC_INCLUDES_H

#include "options.h"

/* Whether the file or one of its headers includes `header`, in any folder. Returns `otherwise` if the file cannot be
 * preprocessed. */
bool cc_includes(const cc_options *options, const char *input, const char *header, bool otherwise);

/* Whether the file has code for the host alone: it includes <lanewise/host.h> and not <lanewise/kernel.h>. */
bool cc_is_host_file(const cc_options *options, const char *input);

#endif
