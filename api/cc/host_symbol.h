/* What kernel code uses of the host's: functions and variables that nvcc refuses there. */
#ifndef CC_HOST_SYMBOL_H
#define CC_HOST_SYMBOL_H

#include "object_file.h"

typedef enum cc_host_kind {
    CC_HOST_FUNCTION,
    CC_HOST_VARIABLE,         /* that the program may change */
    CC_HOST_CONSTANT,         /* that it may not */
    CC_HOST_CONSTANT_POINTER, /* the same, with an address in it */
    CC_HOST_FOREIGN           /* a variable of another file, or the address of a function of another file */
} cc_host_kind;

/* The name of the host's function or variable that a relocation of kernel code is to; null where it is to neither. The file
 * was compiled with -O0 -fdata-sections: the compiler has put the values of constant numbers where they are read, and a
 * section has one variable. */
const char *cc_host_symbol(const cc_object_file *object, const Elf64_Rela *relocation, cc_host_kind *kind);

#endif
