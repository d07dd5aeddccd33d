/* Host functions and variables in kernel code, which nvcc refuses. */
#ifndef CC_HOST_SYMBOL_H
#define CC_HOST_SYMBOL_H

#include "object_file.h"

typedef enum cc_host_kind {
    CC_HOST_FUNCTION,
    CC_HOST_VARIABLE,         /* a variable that the program may change */
    CC_HOST_CONSTANT,         /* a constant */
    CC_HOST_CONSTANT_POINTER, /* a constant that contains an address */
    CC_HOST_FOREIGN           /* a variable, or the address of a function, of another file */
} cc_host_kind;

/* The host function or variable to which a relocation of kernel code refers; null: none. The file was compiled with -O0
 * -fdata-sections -fPIE: the compiler has replaced constant numbers by their values, a section has one variable, and
 * .data.rel.ro has the constants with an address. */
const char *cc_host_symbol(const cc_object_file *object, const Elf64_Rela *relocation, cc_host_kind *kind);

#endif
