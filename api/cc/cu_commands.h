/* The compilers' commands for CUDA C++, and for C++ of the host beside it. */
#ifndef CC_CU_COMMANDS_H
#define CC_CU_COMMANDS_H

#include "options.h"

/* Adds clang, as a compiler of C++, with the user's flags for host code. */
void cc_cu_cplusplus_flags(const cc_options *options, cc_words *command);
/* The host's code of a .cu file. `id`: what no other file of the program has, for names with -rdc=true; `id_file`: a file
 * that is embedded in place of a fat binary; `dependencies`: the dependency
 * file to write, or null; `target`: what it names; `kernels_launch`: kernels launch kernels (cu_child.h). */
void cc_cu_host_command(const cc_options *options, const char *input, const char *id, const char *id_file,
                        const char *object, const char *dependencies, const char *target, bool kernels_launch,
                        cc_words *command);
/* The device's code, as bitcode for nvptx64. */
void cc_cu_device_command(const cc_options *options, const char *input, const char *id, const char *bitcode,
                          bool kernels_launch, cc_words *command);
/* lanewise-lower-cuda for one copy. `descriptors`: the C file to write, or null. */
void cc_cu_lower_command(const cc_options *options, const char *input, const char *copy, const char *bitcode,
                         const char *descriptors, const char *output, cc_words *command);
/* The fiber copy's object. */
void cc_cu_fiber_command(const cc_options *options, const char *bitcode, const char *object, cc_words *command);
void cc_cu_descriptors_command(const cc_options *options, const char *id, const char *source, const char *object,
                               bool has_fused, cc_words *command);
/* lanewise-lower-cuda, which links `count` files' bitcode for nvptx64. */
void cc_cu_link_command(const cc_options *options, char *const *ids, char *const *bitcodes, size_t count,
                        const char *output, cc_words *command);

#endif
