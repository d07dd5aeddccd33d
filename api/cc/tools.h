/* Where the compilers and Lanewise's own files are. */
#ifndef CC_TOOLS_H
#define CC_TOOLS_H

#include "options.h"

/* All end the program with a sentence where something that was asked for is not there. Static storage. */

const char *cc_host_compiler(const cc_options *options); /* --host-cc, LANEWISE_HOST_CC, as configured */
bool cc_host_is_clang(const cc_options *options);
const char *cc_objcopy(const cc_options *options);        /* LANEWISE_OBJCOPY, the one for the C compiler's target */
const char *cc_nvcc(const cc_options *options);           /* null: no CUDA copy */
const char *cc_clang(const cc_options *options);          /* null: no fused copies */
const char *cc_fuse(const cc_options *options);           /* lanewise-fuse, or null */
const char *cc_include_folder(const cc_options *options); /* what holds lanewise/kernel.h */
const char *cc_library_folder(void);                      /* what holds liblanewise beside this program, or null */

#endif
