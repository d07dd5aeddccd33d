#include "structures.h"

#include <stdlib.h>
#include <string.h>

/* The source or destination of a copy, as in "ptr align 16 %5". */
typedef struct side {
    char type[8], name[CC_IR_NAME];
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

static void ask_alignment(const char *line, const side *of, const char *size, bool writes, FILE *out)
{
    if (of->alignment <= 1)
        return;
    fprintf(out, "  call void @emu_undefined_structure(%s %s, %.*s, i32 %u, i32 %d)", of->type, of->name,
            (int)strcspn(size, ","), size, of->alignment, writes);
    cc_ir_end_line(line, out);
}

static void watch_copy(cc_structures *structures, const cc_ir *function, const char *line, FILE *out)
{
    side to, from;
    const char *first = strchr(line, '('), *second = first ? strchr(first, ',') : NULL, *size = strstr(line, ", i64 ");
    bool reads = second && read_side(second + 2, &from) && !cc_ir_is_local(function, from.name);
    bool writes = first && read_side(first + 1, &to) && !cc_ir_is_local(function, to.name);
    if (!size || (!reads && !writes))
        return;
    size += strlen(", ");
    strcpy(structures->pointer, reads ? from.type : to.type);
    if (reads)
        ask_alignment(line, &from, size, false, out);
    if (writes)
        ask_alignment(line, &to, size, true, out);
    if (reads && !writes) {
        fprintf(out, "  call void @emu_access_structure_read(%s %s, %.*s)", from.type, from.name,
                (int)strcspn(size, ","), size);
        cc_ir_end_line(line, out);
    }
}

/* `argument`: "ptr noundef byval(%struct.big) align 8 %9, ...", from "byval(" on. */
static void watch_value(cc_structures *structures, const cc_ir *function, const char *line, const char *argument,
                        FILE *out)
{
    static unsigned added;
    char type[300], name[CC_IR_NAME];
    const char *end = strchr(argument, ')'), *value = end ? strstr(end, " %") : NULL;
    if (!value || value > end + strcspn(end, ",") || sscanf(argument, "byval(%299[^)])", type) != 1 ||
        sscanf(value, " %63[^,) ]", name) != 1 || cc_ir_is_local(function, name))
        return;
    bool typed = !strstr(line, "(ptr ") && !strstr(line, ", ptr ");
    if (typed)
        fprintf(out, "  %%lw.value.%u = bitcast %s* %s to i8*\n", added, type, name);
    fprintf(out, "  call void @emu_access_structure_read(");
    if (typed)
        fprintf(out, "i8* %%lw.value.%u, i64 ptrtoint (%s* getelementptr (%s, %s* null, i32 1) to i64))", added++, type,
                type, type);
    else
        fprintf(out, "ptr %s, i64 ptrtoint (ptr getelementptr (%s, ptr null, i32 1) to i64))", name, type);
    cc_ir_end_line(line, out);
    strcpy(structures->pointer, typed ? "i8*" : "ptr");
}

void cc_watch_structures(cc_structures *structures, const cc_ir *function, const char *line, FILE *out)
{
    if (cc_starts_with(line, "  call void @llvm.memcpy.") || cc_starts_with(line, "  call void @llvm.memmove."))
        watch_copy(structures, function, line, out);
    else if (strstr(line, "call "))
        for (const char *at = line; (at = strstr(at, "byval(")); at++)
            watch_value(structures, function, line, at, out);
}

void cc_declare_structures(const cc_structures *structures, FILE *out)
{
    const char *pointer = structures->pointer;
    if (pointer[0])
        fprintf(out,
                "declare void @emu_undefined_structure(%s nocapture readnone, i64, i32, i32) inaccessiblememonly "
                "nounwind\n"
                "declare void @emu_access_structure_read(%s nocapture readnone, i64) inaccessiblememonly nounwind\n",
                pointer, pointer);
}
