#ifndef FUSE_POST_ADDRESS_REGISTERS_H
#define FUSE_POST_ADDRESS_REGISTERS_H

#include "../support/kernel.h"

/* Puts addresses that many loads lie near into registers. */
void fuse_keep_addresses_in_registers(LLVMModuleRef module);

#endif
