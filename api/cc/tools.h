/* Finds the compilers and Lanewise's own files. */
#ifndef CC_TOOLS_H
#define CC_TOOLS_H

#include "options.h"

/* All exit with a message if a named file is missing. They return static storage. */

const char *cc_host_compiler(const cc_options *options); /* --host-cc, else LANEWISE_HOST_CC, else the build's */
bool cc_host_is_clang(const cc_options *options);
unsigned cc_host_version(const cc_options *options); /* its first number; 0: unknown */
const char *cc_objcopy(const cc_options *options);   /* LANEWISE_OBJCOPY, else the one for the C compiler's target */
const char *cc_nvcc(const cc_options *options);      /* null: no CUDA copy */
const char *cc_clang(const cc_options *options);     /* null: no fused copies */
const char *cc_fuse(const cc_options *options);      /* lanewise-fuse, or null */
const char *cc_lower(const cc_options *options);     /* lanewise-lower-cuda; exits with a message if it is missing */
const char *cc_resource_folder(const cc_options *options); /* of clang's own headers */
const char *cc_include_folder(const cc_options *options);  /* the folder of lanewise/kernel.h */
const char *cc_library_folder(void);                       /* the folder of liblanewise near this program, or null */

#endif
