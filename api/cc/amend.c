#include "amend.h"

#include <stdlib.h>
#include <string.h>

#include "inline.h"
#include "ir_type.h"
#include "private.h"
#include "process.h"
#include "scratch.h"
#include "structures.h"
#include "unused.h"

/* Writes a changed file: whole functions, and the lines between them. */
typedef struct amendment {
    void (*function)(struct amendment *pass, const cc_ir *function, FILE *out);
    void (*line)(struct amendment *pass, const char *line, FILE *out);
    void (*end)(struct amendment *pass, FILE *out);
    cc_structures structures;
    bool loads;             /* that are not used stay */
    bool opaque;            /* pointers have one type, `ptr`, as from LLVM 15 on */
    bool has_set, has_move; /* what is declared */
} amendment;

static bool rewrite(amendment *pass, const char *path)
{
    char *amended = cc_scratch_file("amended"), *line = NULL;
    FILE *in = fopen(path, "r"), *out = fopen(amended, "w");
    cc_ir function = {0};
    size_t size = 0;
    bool inside = false;
    while (in && out && getline(&line, &size, in) >= 0) {
        inside = inside || cc_starts_with(line, "define ");
        if (!inside) {
            pass->line(pass, line, out);
            continue;
        }
        cc_ir_add(&function, line);
        if (line[0] != '}')
            continue;
        pass->function(pass, &function, out);
        cc_ir_free(&function);
        inside = false;
    }
    if (out)
        pass->end(pass, out);
    bool done = in && out && !ferror(in);
    if (in)
        fclose(in);
    if (out && fclose(out) != 0)
        done = false;
    done = done && rename(amended, path) == 0;
    cc_ir_free(&function);
    free(line);
    free(amended);
    return done;
}

/* ---- first: calls and uses that clang lacks; what will be inlined ---- */
static void watch_function(amendment *pass, const cc_ir *function, FILE *out)
{
    for (size_t i = 0; i < function->lines.count; i++) {
        const char *line = function->lines.items[i];
        pass->opaque = pass->opaque || strstr(line, "alloca ptr,");
        cc_watch_structures(&pass->structures, function, line, out);
        if (i)
            fputs(line, out);
        else
            cc_inline_define(function, out);
        if (pass->loads)
            cc_use_load(function, line, out);
    }
}

static void copy_line(amendment *pass, const char *line, FILE *out)
{
    (void)pass;
    fputs(line, out);
}

static void declare_structures(amendment *pass, FILE *out)
{
    cc_declare_structures(&pass->structures, out);
}

static bool note_attributes(const char *path)
{
    FILE *in = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    cc_inline_forget();
    while (in && getline(&line, &size, in) >= 0)
        cc_inline_note(line);
    free(line);
    return in && fclose(in) == 0;
}

/* ---- then: inlining, with nothing else optimised. Where that fails, accesses by other functions are not seen. ---- */
static void inline_functions(const cc_words *compiler, const char *path)
{
    static const char *const flags[] = {"-w", "-O0", "-Xclang", "-disable-O0-optnone", "-S", "-emit-llvm", "-x", "ir"};
    char *inlined = cc_scratch_file("inlined.ll"), *log = cc_scratch_file("log");
    cc_words command = {0};
    cc_words_add_all(&command, compiler);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        cc_words_add(&command, flags[i]);
    cc_words_add(&command, path);
    cc_words_add(&command, "-o");
    cc_words_add(&command, inlined);
    if (cc_ask(&command, log) == 0)
        rename(inlined, path);
    cc_words_free(&command);
    free(inlined);
    free(log);
}

/* ---- last: local variables ---- */
static void watch_privates(amendment *pass, const cc_ir *function, FILE *out)
{
    (void)pass;
    cc_privates all;
    cc_privates_find(&all, function);
    cc_private_write(&all, out);
    cc_privates_free(&all);
}

static void note_line(amendment *pass, const char *line, FILE *out)
{
    pass->has_set = pass->has_set || (cc_starts_with(line, "declare ") && strstr(line, "@llvm.memset.p0.i64("));
    pass->has_move = pass->has_move || (cc_starts_with(line, "declare ") && strstr(line, "@llvm.memmove.p0.p0.i64("));
    cc_ir_note_type(line);
    cc_private_describe(line, out);
}

static void declare_privates(amendment *pass, FILE *out)
{
    cc_private_declare(pass->has_set, pass->has_move, out);
}

bool cc_amend_checked(const cc_words *compiler, bool loads, bool locals, const char *path)
{
    amendment first = {.function = watch_function, .line = copy_line, .end = declare_structures, .loads = loads},
              last = {.function = watch_privates, .line = note_line, .end = declare_privates};
    if (!note_attributes(path) || !rewrite(&first, path))
        return false;
    if (!first.opaque || !locals)
        return true;
    if (cc_inlines)
        inline_functions(compiler, path);
    bool done = rewrite(&last, path);
    cc_ir_forget_types();
    return done;
}
