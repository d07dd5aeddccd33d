/* Inline PTX: its text as statements, its registers as values. assembly.c makes code of each statement. */
#ifndef PTX_H
#define PTX_H

#include "lower.h"

/* ---- ptx_parse.c: what a text says ---- */
enum { PTX_OPERANDS = 6, PTX_ELEMENTS = 4 };

typedef enum ptx_kind {
    PTX_NAME,    /* a register, a number, "_", or $N of the assembly's own operands */
    PTX_VECTOR,  /* {a, b, ...} */
    PTX_ADDRESS, /* [a + offset] */
    PTX_PAIR     /* a|p */
} ptx_kind;

typedef struct ptx_operand {
    ptx_kind kind;
    char *word[PTX_ELEMENTS]; /* of a vector or pair each; else the first */
    unsigned count;
    long long offset; /* of an address */
} ptx_operand;

typedef struct ptx_statement {
    char *predicate; /* null: none */
    bool negated;
    char *instruction; /* with its modifiers, as in "add.u32"; or ".reg.TYPE", whose operands are the registers */
    ptx_operand operand[PTX_OPERANDS];
    unsigned count;
    unsigned closed, opened; /* scopes before the statement, in this order */
} ptx_statement;

/* Reads the next statement. Returns 1; 0 at the end; -1 where the text is none that is known. ptx_free() it. */
int ptx_next(const char **text, ptx_statement *to);
void ptx_free(ptx_statement *statement);

/* ---- ptx_register.c: what an instruction reads and writes ---- */
typedef struct ptx_register {
    char *name;
    LLVMTypeRef type;
    LLVMValueRef value; /* null: none yet */
    bool is_number;     /* a constant that the text is given ("n"), of any width */
    unsigned scope;     /* how deep in braces it is declared */
} ptx_register;

typedef struct ptx_assembly { /* one use of inline PTX */
    lowering *of;
    LLVMModuleRef vocabulary;
    LLVMValueRef call;     /* that is replaced */
    ptx_register *operand; /* $0, $1 ... */
    unsigned operand_count, output_count;
    ptx_register *declared; /* by .reg; the last of a name counts */
    unsigned declared_count, scope;
    LLVMValueRef predicate; /* of the statement, or null */
    bool rereads; /* it is volatile and clobbers memory: loads read what other threads have stored meanwhile */
} ptx_assembly;

bool ptx_declare(ptx_assembly *in, const ptx_statement *statement);
/* Closes and opens scopes: a closed one's registers are gone. False: more are closed than were opened. */
bool ptx_enter(ptx_assembly *in, unsigned closed, unsigned opened);
/* The value of a register, number or special register; `type` is that of a number. Null: there is none such. */
LLVMValueRef ptx_read(ptx_assembly *in, const char *word, LLVMTypeRef type);
/* The address as a pointer; `shared`: it is one of the block's shared memory. */
LLVMValueRef ptx_address(ptx_assembly *in, const ptx_operand *operand, bool shared);
/* The register of the name; null: there is none that an instruction may write. */
ptx_register *ptx_writable(ptx_assembly *in, const char *word);
/* Whether the register exists and takes the value's type. With a predicate it keeps its value where that is false. */
bool ptx_write(ptx_assembly *in, const char *word, LLVMValueRef value);
/* The type of a register; null: there is none of the name. */
LLVMTypeRef ptx_type_of(ptx_assembly *in, const char *word);
/* As another type: the same bits, or fewer. Null: it cannot be. */
LLVMValueRef ptx_convert(ptx_assembly *in, LLVMValueRef value, LLVMTypeRef to);
/* As an integer of `bits` bits: fewer bits, or more by the sign or by zeros. */
LLVMValueRef ptx_resize(ptx_assembly *in, LLVMValueRef value, unsigned bits, bool is_signed);
unsigned ptx_bits(LLVMTypeRef type);

/* Calls a function of the vocabulary; null: there is none of the name, or it takes other values. `pure` (or null): whether
 * it only computes. */
LLVMValueRef ptx_call(ptx_assembly *in, const char *name, LLVMValueRef *argument, unsigned count);
bool ptx_is_pure(const ptx_assembly *in, const char *name);
/* The type of the function's parameter; null: there is no such. */
LLVMTypeRef ptx_parameter(const ptx_assembly *in, const char *name, unsigned index);

/* ---- ptx_guard.c: `make` makes the statement's instruction where in->predicate holds; false: it is not supported ---- */
typedef bool (*ptx_make)(ptx_assembly *in, const ptx_statement *statement);
bool ptx_guard(ptx_assembly *in, const ptx_statement *statement, ptx_make make);
/* ---- ptx_memory.c: ld, st, atom, red. 1: made; 0: another instruction; -1: not supported ---- */
bool ptx_is_memory(const ptx_statement *statement);
int ptx_memory(ptx_assembly *in, const ptx_statement *statement);
/* ---- ptx_move.c: mov, and cvt between integers ---- */
int ptx_move(ptx_assembly *in, const ptx_statement *statement);

/* Takes ".word" out of an instruction's modifiers; false: it has none. */
bool ptx_take(char *instruction, const char *word);

typedef struct ptx_number { /* a type of PTX's instructions */
    char kind;              /* 'u', 's', 'b' or 'f' */
    unsigned bits;
} ptx_number;
/* The last modifier as a type; false: it is none. */
bool ptx_number_of(const char *instruction, ptx_number *to);

#endif
