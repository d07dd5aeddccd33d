/* gcc's flags that lanewise-cc knows, and the commands that get each. */
#ifndef CC_FLAGS_H
#define CC_FLAGS_H

enum {
    CC_HOST = 1,      /* the CPU copy */
    CC_DEVICE = 2,    /* the CUDA copy, unchanged */
    CC_XCOMPILER = 4, /* the CUDA copy, through -Xcompiler */
    CC_LINKER = 8,    /* the link */
    CC_MACHINE = 16,  /* the fused copy: the machine */
    CC_LANGUAGE = 32, /* the fused copy: the source's meaning */
    CC_CODE = 64      /* clang's checked copy, both steps: the form of its code */
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
    const char *why_not; /* not null: the flag is refused, for this reason */
} cc_flag;

/* The entry for a word, or null. */
const cc_flag *cc_find_flag(const char *word);

#endif
