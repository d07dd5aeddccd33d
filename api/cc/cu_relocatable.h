/* Relocatable device code, -rdc=true: the object of a .cu file has the host's code and, in a section that no program keeps,
 * records of device code. A record has texts that end with zeros, and then the bitcode:
 *
 *   CC_RECORD, the file's id, the source, flags of code generation, the bitcode's bytes in decimal
 *
 * `ld -r` appends the records of one object to those of another. */
#ifndef CC_CU_RELOCATABLE_H
#define CC_CU_RELOCATABLE_H

#include "options.h"

#define CC_RECORD "lanewise device code 1"
#define CC_RECORD_SECTION ".lw_device_code"

/* The host's code calls the function of this name and the file's id, which the device link defines. */
#define CC_RECORD_REGISTERS "__cudaRegisterLinkedBinary_"

/* Writes the object: the host's code, and a record of the device's bitcode. Names that clang makes of the source's path get
 * the id in place of it. Returns an exit status. */
int cc_relocatable_write(const cc_options *options, const char *input, const char *id, const char *bitcode,
                         const char *host, const char *object);

#endif
