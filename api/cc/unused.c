#include "unused.h"

#include <string.h>

/* How inline assembly takes a value of the type. Null: not at all. */
static const char *constraint_of(const char *type, const char **as)
{
    static const struct {
        const char *type, *as, *constraint;
    } known[] = {{"i8", "i8", "r"},           {"i16", "i16", "r"},        {"i32", "i32", "r"},
                 {"i64", "i64", "r"},         {"ptr", "ptr", "r"},        {"float", "float", "X"},
                 {"double", "double", "X"},   {"half", "i16", "r"},       {"bfloat", "i16", "r"},
                 {"<2 x float>", "i64", "r"}, {"<2 x half>", "i32", "r"}, {"<4 x half>", "i64", "r"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].type, type)) {
            *as = known[i].as;
            return known[i].constraint;
        }
    *as = type;
    return type[strlen(type) - 1] == '*' ? "r" : NULL; /* a pointer before LLVM 15 */
}

/* The length of the type that the text begins with: up to a comma outside of brackets. */
static size_t type_length(const char *text)
{
    int depth = 0;
    size_t length = 0;
    for (; text[length] && (depth > 0 || text[length] != ','); length++)
        depth += strchr("([{<", text[length]) ? 1 : strchr(")]}>", text[length]) ? -1 : 0;
    return length;
}

void cc_use_load(const cc_ir *function, const char *line, FILE *out)
{
    static unsigned added;
    char value[CC_IR_NAME], type[300], from[CC_IR_NAME];
    const char *as, *load = strstr(line, " = load ");
    if (!load || sscanf(line, "  %63[^ ] = load ", value) != 1)
        return;
    load += strlen(" = load ");
    size_t length = type_length(load);
    if (length >= sizeof type || load[length] != ',')
        return;
    snprintf(type, sizeof type, "%.*s", (int)length, load);
    const char *pointer = load + length + strlen(", "); /* its type, then its name */
    pointer += type_length(pointer);
    while (pointer[-1] != ' ')
        pointer--;
    if (sscanf(pointer, "%63[^, \n]", from) != 1 || (from[0] == '%' && cc_ir_is_local(function, from)))
        return;
    if (cc_starts_with(type, "volatile ") || cc_starts_with(type, "atomic ")) /* stays by itself */
        return;
    const char *constraint = constraint_of(type, &as);
    if (!constraint)
        return;
    bool cast = strcmp(as, type) != 0;
    if (cast)
        fprintf(out, "  %%lw.used.%u = bitcast %s %s to %s\n", added, type, value, as);
    fprintf(out, "  call void asm sideeffect \"\", \"%s\"(%s ", constraint, as);
    if (cast)
        fprintf(out, "%%lw.used.%u", added++);
    else
        fputs(value, out);
    fputs(") inaccessiblememonly nounwind", out);
    cc_ir_end_line(line, out);
}
