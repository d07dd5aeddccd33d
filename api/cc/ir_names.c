#include "ir_names.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

struct cc_ir_named {
    const char *name; /* in a line, so it is not copied; null: free */
    size_t length;
    int number;
};

static size_t length_of(const char *name)
{
    if (name[1] == '"')
        return strcspn(name + 2, "\"\n") + 3;
    return 1 + strspn(name + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789$._-");
}

const char *cc_ir_next_name(const char **at, size_t *length)
{
    const char *name = strchr(*at, '%');
    if (!name)
        return NULL;
    *length = length_of(name);
    *at = name + *length;
    return name;
}

bool cc_ir_is_same(const char *one, const char *other)
{
    size_t length = one[0] == '%' ? length_of(one) : 0;
    return length && other[0] == '%' && length == length_of(other) && !strncmp(one, other, length);
}

/* Where the name is, or would be. */
static size_t place_of(const cc_ir_names *names, const char *name, size_t length)
{
    size_t hash = 1469598103;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619;
    size_t at = hash & (names->room - 1);
    while (names->named[at].name &&
           (names->named[at].length != length || strncmp(names->named[at].name, name, length) != 0))
        at = (at + 1) & (names->room - 1);
    return at;
}

int cc_ir_number(const cc_ir_names *names, const char *name)
{
    if (!names->count || name[0] != '%')
        return -1;
    size_t at = place_of(names, name, length_of(name));
    return names->named[at].name ? names->named[at].number : -1;
}

void cc_ir_set_number(cc_ir_names *names, const char *name, int number)
{
    if (2 * names->count >= names->room) {
        cc_ir_names old = *names;
        names->room = old.room ? 2 * old.room : 64;
        names->named = calloc(names->room, sizeof *names->named);
        if (!names->named)
            cc_fatal("out of memory");
        for (size_t i = 0; i < old.room; i++)
            if (old.named[i].name)
                names->named[place_of(names, old.named[i].name, old.named[i].length)] = old.named[i];
        free(old.named);
    }
    size_t length = length_of(name), at = place_of(names, name, length);
    names->count += !names->named[at].name;
    names->named[at] = (struct cc_ir_named){name, length, number};
}

void cc_ir_names_free(cc_ir_names *names)
{
    free(names->named);
    *names = (cc_ir_names){0};
}
