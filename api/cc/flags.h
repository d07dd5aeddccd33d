/* The flags of gcc that lanewise-cc knows, and who gets each. */
#ifndef CC_FLAGS_H
#define CC_FLAGS_H

enum {
    CC_HOST = 1,      /* the CPU copy */
    CC_DEVICE = 2,    /* the CUDA copy, as it is */
    CC_XCOMPILER = 4, /* the CUDA copy, through -Xcompiler */
    CC_LINKER = 8,    /* the link */
    CC_MACHINE = 16,  /* the fused copy: what it is compiled for */
    CC_LANGUAGE = 32, /* the fused copy: what the source means */
    CC_CODE = 64      /* the checked copy by clang, in both its steps: how its code is */
};

typedef enum cc_shape {
    CC_ALONE,    /* -shared */
    CC_PREFIX,   /* -fsomething */
    CC_SEPARATE, /* -Xlinker word */
    CC_EITHER    /* -Idir, -I dir */
} cc_shape;

typedef struct cc_flag {
    const char *name;
    cc_shape shape;
    unsigned to;         /* CC_HOST ... */
    const char *why_not; /* instead: the flag is refused, because */
} cc_flag;

/* The entry for a word, or null where there is none. */
const cc_flag *cc_find_flag(const char *word);

#endif
