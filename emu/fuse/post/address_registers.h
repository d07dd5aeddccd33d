#ifndef FUSE_POST_ADDRESS_REGISTERS_H
#define FUSE_POST_ADDRESS_REGISTERS_H

#include "../support/kernel.h"

/* Addresses that much is loaded near to are registers, for clang to make machine code of. */
void fuse_keep_addresses_in_registers(LLVMModuleRef module);

#endif
