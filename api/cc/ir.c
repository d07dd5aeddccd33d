#include "ir.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

/* The number of a value such as %5; false for other names, which clang gives no value. */
static bool number_of(const char *name, size_t *number)
{
    char *end;
    *number = strtoul(name + 1, &end, 10);
    return name[0] == '%' && end > name + 1;
}

void cc_ir_add(cc_ir *function, const char *line)
{
    size_t number;
    cc_words_add(&function->lines, line);
    if (!cc_starts_with(line, "  %") || !strstr(line, " = ") || !number_of(line + 2, &number))
        return;
    if (number >= function->numbers) {
        size_t room = 2 * number + 64;
        size_t *made = realloc(function->made, room * sizeof *made);
        if (!made)
            cc_fatal("out of memory");
        memset(made + function->numbers, 0, (room - function->numbers) * sizeof *made);
        function->made = made;
        function->numbers = room;
    }
    function->made[number] = function->lines.count;
}

void cc_ir_free(cc_ir *function)
{
    cc_words_free(&function->lines);
    free(function->made);
    *function = (cc_ir){0};
}

/* The text after "%5 = " in the function; null: %5 is a parameter. */
static const char *definition(const cc_ir *function, const char *name)
{
    size_t number;
    if (!number_of(name, &number) || number >= function->numbers || !function->made[number])
        return NULL;
    return strstr(function->lines.items[function->made[number] - 1], " = ") + strlen(" = ");
}

bool cc_ir_is_local(const cc_ir *function, const char *name)
{
    char base[CC_IR_NAME];
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

void cc_ir_end_line(const char *line, FILE *out)
{
    const char *where = strstr(line, ", !dbg !");
    int length = where ? (int)(2 + strcspn(where + 2, ",\n")) : 0;
    fprintf(out, "%.*s\n", length, where ? where : "");
}
