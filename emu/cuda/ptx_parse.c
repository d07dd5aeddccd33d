/* The text of inline PTX, taken apart. What this does not know, such as labels, is an error of the caller's. */
#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void skip_space(const char **at)
{
    for (;;) {
        while (isspace((unsigned char)**at))
            ++*at;
        if (lower_starts(*at, "//"))
            *at += strcspn(*at, "\n");
        else if (lower_starts(*at, "/*") && strstr(*at, "*/"))
            *at = strstr(*at, "*/") + 2;
        else
            return;
    }
}

static bool take(const char **at, char c)
{
    skip_space(at);
    if (**at != c)
        return false;
    ++*at;
    return true;
}

/* A register, a number or an instruction; null: none is there. */
static char *word(const char **at)
{
    skip_space(at);
    const char *begin = *at;
    if (**at == '-' || **at == '+')
        ++*at;
    while (isalnum((unsigned char)**at) || (**at && strchr("_$%.:", **at)))
        ++*at;
    return *at == begin ? NULL : lower_format("%.*s", (int)(*at - begin), begin);
}

static bool read_list(const char **at, ptx_operand *to)
{
    to->kind = PTX_VECTOR;
    do {
        if (to->count == PTX_ELEMENTS || !(to->word[to->count] = word(at)))
            return false;
        to->count++;
    } while (take(at, ','));
    return take(at, '}');
}

static bool read_address(const char **at, ptx_operand *to)
{
    to->kind = PTX_ADDRESS;
    if (!(to->word[0] = word(at)))
        return false;
    to->count = 1;
    skip_space(at);
    if (**at == '+' || **at == '-') {
        char *end;
        bool negative = *(*at)++ == '-';
        skip_space(at);
        to->offset = strtoll(*at, &end, 0);
        if (end == *at)
            return false;
        *at = end;
        if (negative)
            to->offset = -to->offset;
    }
    return take(at, ']');
}

static bool read_operand(const char **at, ptx_operand *to)
{
    if (take(at, '{'))
        return read_list(at, to);
    if (take(at, '['))
        return read_address(at, to);
    if (!(to->word[0] = word(at)))
        return false;
    to->count = 1;
    if (take(at, '|')) {
        to->kind = PTX_PAIR;
        to->word[1] = word(at);
        to->count = 2;
    }
    return to->word[to->count - 1];
}

static bool read_operands(const char **at, ptx_statement *to)
{
    if (take(at, ';'))
        return true;
    do {
        if (to->count == PTX_OPERANDS || !read_operand(at, &to->operand[to->count++]))
            return false;
    } while (take(at, ','));
    if (take(at, ';'))
        return true;
    skip_space(at); /* the last statement may end without */
    return !**at;
}

int ptx_next(const char **at, ptx_statement *to)
{
    *to = (ptx_statement){0};
    for (bool more = true; more;) {
        if (take(at, '{'))
            to->opened++;
        else if (take(at, '}'))
            to->opened ? to->opened-- : to->closed++;
        else
            more = take(at, ';');
    }
    skip_space(at);
    if (!**at)
        return 0;
    if (take(at, '@')) {
        to->negated = take(at, '!');
        if (!(to->predicate = word(at)))
            return -1;
    }
    if (!(to->instruction = word(at)))
        return -1;
    if (!strcmp(to->instruction, ".reg")) {
        char *type = word(at);
        if (!type)
            return -1;
        free(to->instruction);
        to->instruction = lower_format(".reg%s", type);
        free(type);
    }
    return read_operands(at, to) ? 1 : -1;
}

void ptx_free(ptx_statement *statement)
{
    free(statement->predicate);
    free(statement->instruction);
    for (unsigned i = 0; i < PTX_OPERANDS; i++)
        for (unsigned k = 0; k < PTX_ELEMENTS; k++)
            free(statement->operand[i].word[k]);
}

bool ptx_take(char *instruction, const char *modifier)
{
    size_t length = strlen(modifier);
    for (char *at = instruction; (at = strstr(at, modifier)); at += length)
        if (at > instruction && at[-1] == '.' && (at[length] == '.' || !at[length])) {
            memmove(at - 1, at + length, strlen(at + length) + 1);
            return true;
        }
    return false;
}

bool ptx_number_of(const char *instruction, ptx_number *to)
{
    const char *last = strrchr(instruction, '.');
    if (!last || !last[1] || !strchr("usbf", last[1]) || !isdigit((unsigned char)last[2]))
        return false;
    char *end;
    *to = (ptx_number){last[1], (unsigned)strtoul(last + 2, &end, 10)};
    return !*end && (to->bits == 8 || to->bits == 16 || to->bits == 32 || to->bits == 64) &&
           (to->kind != 'f' || to->bits >= 32);
}
