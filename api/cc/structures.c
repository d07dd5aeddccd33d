#include "structures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scratch.h"
#include "words.h"

/* The source or destination of a copy, as in "ptr align 16 %5". */
typedef struct side {
    char type[8], name[64];
    unsigned alignment;
} side;

static bool read_side(const char *text, side *into)
{
    int length = (int)strcspn(text, ",");
    char argument[300];
    snprintf(argument, sizeof argument, "%.*s", length, text);
    const char *alignment = strstr(argument, " align "), *name = strstr(argument, " %");
    if (!alignment || !name) /* a name without % is a global variable, which is aligned */
        return false;
    into->alignment = (unsigned)strtoul(alignment + strlen(" align "), NULL, 10);
    return sscanf(argument, "%7[^ ]", into->type) == 1 && sscanf(name, " %63s", into->name) == 1;
}

/* The text after "%5 = " in the function; null: %5 is a parameter. */
static const char *definition(const cc_words *function, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < function->count; i++) {
        const char *line = function->items[i];
        if (cc_starts_with(line, "  ") && cc_starts_with(line + 2, name) && cc_starts_with(line + 2 + length, " = "))
            return line + 2 + length + 3;
    }
    return NULL;
}

/* Whether it is a local variable, or a part of one. It is aligned, and a call with its address would keep it out of
 * registers. A parameter that is used directly is a structure passed by value. */
static bool is_own(const cc_words *function, const char *name)
{
    char base[64];
    snprintf(base, sizeof base, "%s", name);
    for (;;) {
        const char *made = definition(function, base);
        if (!made || cc_starts_with(made, "alloca "))
            return true;
        const char *of = strstr(made, " ptr %") ? strstr(made, " ptr %") : strstr(made, "* %");
        if (!of || (!cc_starts_with(made, "getelementptr ") && !cc_starts_with(made, "bitcast ")) ||
            sscanf(strchr(of, '%'), "%63[^, ]", base) != 1)
            return false;
    }
}

static void ask(const cc_words *function, const char *line, const side *of, bool writes, FILE *out)
{
    const char *size = strstr(line, ", i64 ");
    if (!size || of->alignment <= 1 || is_own(function, of->name))
        return;
    size += strlen(", ");
    const char *where = strstr(line, ", !dbg !");
    int length = where ? (int)(2 + strcspn(where + 2, ",\n")) : 0;
    fprintf(out, "  call void @emu_undefined_structure(%s %s, %.*s, i32 %u, i32 %d)%.*s\n", of->type, of->name,
            (int)strcspn(size, ","), size, of->alignment, writes, length, where ? where : "");
}

/* Writes the function with the added calls. Returns the file's pointer type if it has such copies, else null. */
static const char *put_function(const cc_words *function, FILE *out)
{
    static side to, from;
    bool any = false;
    for (size_t i = 0; i < function->count; i++) {
        const char *line = function->items[i];
        if (cc_starts_with(line, "  call void @llvm.memcpy.") || cc_starts_with(line, "  call void @llvm.memmove.")) {
            const char *first = strchr(line, '('), *second = first ? strchr(first, ',') : NULL;
            if (second && read_side(second + 2, &from)) {
                ask(function, line, &from, false, out);
                any = true;
            }
            if (first && read_side(first + 1, &to)) {
                ask(function, line, &to, true, out);
                any = true;
            }
        }
        fputs(line, out);
    }
    return any ? (to.type[0] ? to.type : from.type) : NULL;
}

bool cc_watch_structures(const char *path)
{
    char *amended = cc_scratch_file("amended"), *line = NULL;
    FILE *in = fopen(path, "r"), *out = fopen(amended, "w");
    cc_words function = {0};
    const char *pointer = NULL;
    size_t size = 0;
    bool inside = false;
    while (in && out && getline(&line, &size, in) >= 0) {
        inside = inside || cc_starts_with(line, "define ");
        if (!inside) {
            fputs(line, out);
            continue;
        }
        cc_words_add(&function, line);
        if (line[0] != '}')
            continue;
        const char *seen = put_function(&function, out);
        pointer = seen ? seen : pointer;
        cc_words_free(&function);
        inside = false;
    }
    if (pointer && out)
        fprintf(out,
                "declare void @emu_undefined_structure(%s nocapture readnone, i64, i32, i32) inaccessiblememonly "
                "nounwind\n",
                pointer);
    bool done = in && out && !ferror(in);
    if (in)
        fclose(in);
    if (out && fclose(out) != 0)
        done = false;
    done = done && rename(amended, path) == 0;
    cc_words_free(&function);
    free(line);
    free(amended);
    return done;
}
