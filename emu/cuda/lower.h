/* The state of one run of lanewise-lower-cuda, and the steps in the order in which main.c calls them. */
#ifndef LOWER_H
#define LOWER_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stddef.h>

/* Whose code is made: the numbers are lw_engine's. */
typedef enum lower_copy { LOWER_FIBER, LOWER_FUSED, LOWER_CHECKED, LOWER_COPIES } lower_copy;

typedef struct lower_parameter {
    LLVMTypeRef type; /* the value's, also if IR passes a pointer to it */
    bool by_value;    /* IR passes a pointer to the callee's own */
    unsigned long long size, alignment;
} lower_parameter;

typedef struct lower_kernel {
    LLVMValueRef function;
    LLVMValueRef entry; /* NAME__fiber or NAME__checked, of lower_make_entries() */
    lower_parameter *parameter;
    char *symbol;          /* its mangled name, by which the host's code registers it */
    char *name;            /* as the source writes it, with template arguments and without parameters */
    const char *file;      /* of its definition */
    unsigned line;         /* in that file; 0: unknown */
    unsigned most_threads; /* __launch_bounds__, or 0 */
    unsigned least_blocks; /* its second number, or 0 */
    unsigned long long arguments_size;
} lower_kernel;

typedef struct lower_place {
    const char *file; /* never null; the program's life long */
    unsigned line;    /* 0: unknown */
} lower_place;

typedef struct lower_symbol { /* a device variable that the host can reach */
    char *name;               /* mangled */
    lower_place place;
    unsigned long long size;
    bool constant;
    bool managed;  /* the host's code defines it */
    char *initial; /* the name of a constant with its initial value; null: zeros */
} lower_symbol;

typedef struct lowering {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;        /* the host's, once the vocabulary is there */
    LLVMTypeRef pointer, word, size; /* address space 0; 32 bits; 64 bits */
    lower_copy copy;
    const char *input;    /* the .cu file, for messages */
    const char **headers; /* folders whose functions are part of the language, not of the program */
    size_t header_count;
    lower_kernel *kernel;
    size_t kernel_count;
    LLVMValueRef *record; /* of shared variables, in the section lw_shared */
    size_t record_count;
    lower_symbol *symbol;
    size_t symbol_count;
    bool failed; /* an error was printed */
} lowering;

/* ---- memory.c: these end the program where memory is short ---- */
void *lower_allocate(size_t count, size_t size);
char *lower_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Appends to an array of `*count` elements. */
void lower_append(LLVMValueRef **array, size_t *count, LLVMValueRef value);

/* ---- name.c ---- */
const char *lower_name(LLVMValueRef value);
bool lower_starts(const char *text, const char *with);
bool lower_ends(const char *text, const char *with);
/* What the source calls a mangled name, without parameters; `last`: without its scopes, too. The caller frees. */
char *lower_source_name(const char *mangled, bool last);
/* Without the hash of its file, which clang gives static names with -rdc=true. The caller frees. */
char *lower_without_file(const char *name);

/* ---- place.c: where something is in the source ---- */
bool lower_in_headers(const lowering *of, LLVMMetadataRef file);
lower_place lower_place_of_file(LLVMMetadataRef file, unsigned line);
lower_place lower_place_of(const lowering *of, LLVMValueRef instruction);
lower_place lower_place_of_use(const lowering *of, LLVMValueRef value); /* the first */
lower_place lower_place_of_function(const lowering *of, LLVMValueRef function);
lower_place lower_place_of_variable(const lowering *of, LLVMValueRef global);
/* Prints FILE:LINE: error: ..., and sets `failed`. */
void lower_refuse(lowering *of, lower_place place, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- passes.c ---- */
/* LLVM's words for the passes, as opt has them. Where they fail, this prints an error and sets `failed`. */
void lower_run_passes(lowering *of, const char *passes);
void lower_set_attribute(const lowering *of, LLVMValueRef function, const char *name, bool has);
void lower_inline_always(const lowering *of, LLVMValueRef function);

/* ---- headers.c ---- */
bool lower_is_of_headers(const lowering *of, LLVMValueRef function);

/* ---- the steps ---- */
void lower_find_kernels(lowering *of);                               /* kernels.c */
void lower_use_grid_constants(lowering *of);                         /* grid_constants.c */
void lower_replace_launches(lowering *of);                           /* launches.c */
void lower_remove_bounds(lowering *of);                              /* bounds.c */
void lower_describe_variables(lowering *of, bool watched);           /* watched.c: for debuggers */
void lower_define_results(lowering *of);                             /* out_of_range.c */
void lower_replace_assembly(lowering *of, LLVMModuleRef vocabulary); /* assembly.c */
void lower_replace_exits(lowering *of);                              /* exit.c */
void lower_replace_intrinsics(lowering *of);                         /* intrinsics.c */
void lower_inline_headers(lowering *of);                             /* headers.c */
void lower_simplify_headers(lowering *of);                           /* simplify.c */
void lower_link_vocabulary(lowering *of, LLVMModuleRef with);        /* vocabulary_link.c */
void lower_remove_address_spaces(lowering *of);                      /* address_space.c */
void lower_make_entries(lowering *of);                               /* entries.c */
void lower_set_linkage(lowering *of);                                /* linkage.c */
int lower_write_descriptors(const lowering *of, const char *to);     /* descriptors.c */

/* ---- bounds.c ---- */
/* Whether it is the function that the checked copy calls where an index is too large. */
bool lower_is_bounds_handler(const lowering *of, const char *name);

/* ---- link.c: device code of several files ---- */
/* Links the files' code, which `of` then owns, into of->module. */
void lower_link(lowering *of, LLVMModuleRef *modules, const char *const *ids, size_t count);
unsigned lower_linked_count(const lowering *of); /* of the module's files; 0: it is one file's, not linked */
void lower_linked_ids(const lowering *of, const char **ids);

/* ---- exit.c ---- */
void lower_build_exit(lowering *of);

/* ---- long_double.c ---- */
bool lower_has_long_double(lowering *of, LLVMMetadataRef function);

/* ---- launches.c ---- */
#define LOWER_EXAMPLE "_ZL22lw_cuda_static_examplev" /* the begin of a name that child.h makes */
/* Gives static kernels of files whose kernels launch kernels the names that host code knows. */
void lower_export_annotated(LLVMModuleRef module);
/* Appends these files' kernels. */
void lower_find_annotated(lowering *of, LLVMValueRef **kernel, size_t *count);

/* ---- entries.c ---- */
lower_parameter lower_parameter_of(const lowering *of, LLVMValueRef function, unsigned index);
/* `offset`, raised to the parameter's alignment. */
unsigned long long lower_offset_of(unsigned long long offset, const lower_parameter *parameter);

/* ---- address_space.c ---- */
bool lower_is_shared(LLVMValueRef global);

/* ---- shared.c, globals.c: parts of lower_remove_address_spaces() ---- */
LLVMValueRef lower_shared_record(lowering *of, LLVMValueRef variable);
/* Whether the variable is __managed__. */
bool lower_is_managed(LLVMValueRef variable);
LLVMValueRef lower_device_variable(lowering *of, LLVMValueRef variable);
/* The constant with the variable's initial value; null: it is zeros, or no copy but the fiber's has it. `with` is what
 * lower_device_variable() returned. */
LLVMValueRef lower_initial_of(const lowering *of, LLVMValueRef with);

/* ---- vocabulary_data.c ---- */
LLVMModuleRef lower_vocabulary(LLVMContextRef context, lower_copy copy);

#endif
