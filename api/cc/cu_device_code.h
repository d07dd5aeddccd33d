/* Reads the relocatable device code of objects and static libraries. */
#ifndef CC_CU_DEVICE_CODE_H
#define CC_CU_DEVICE_CODE_H

#include <stdbool.h>

#include "words.h"

typedef struct cc_device_code { /* of one .cu file */
    char *bitcode;              /* a temporary file */
    size_t size;
    char *from; /* the object or library */
} cc_device_code;

typedef struct cc_device_codes { /* lists of equal length; `done` has ids of files that an object has linked */
    cc_words id, source, flags, done;
    cc_device_code *code;
} cc_device_codes;

/* Adds what an object or a static library has; nothing of another file. False, with a message: the records are damaged, or
 * two files have one id. */
bool cc_device_codes_read(const char *path, cc_device_codes *to);
void cc_device_codes_free(cc_device_codes *codes);

#endif
