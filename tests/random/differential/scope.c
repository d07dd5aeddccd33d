/* Types, variables in scope, parameters and features used. */
#include <stdio.h>
#include <stdlib.h>

#include "generator.h"

const char *type_name(value_type type)
{
    static const char *const names[TYPES] = {
        "int",    "unsigned", "long long", "signed char", "unsigned char", "short",        "unsigned short", "float",
        "double", "__half",   "float4",    "int2",        "char4",         "struct point", "struct settings"};
    return names[type];
}

bool is_real(value_type type)
{
    return type == TYPE_FLOAT || type == TYPE_DOUBLE || type == TYPE_HALF;
}

/* What a real variable is like: it may be more. */
range range_of(value_type type)
{
    static const range ranges[TYPES] = {[TYPE_INT] = {-2147483648.0, 2147483647.0},
                                        [TYPE_UNSIGNED] = {0, 4294967295.0},
                                        [TYPE_LONG] = {-9.2e18, 9.2e18},
                                        [TYPE_CHAR] = {-128, 127},
                                        [TYPE_BYTE] = {0, 255},
                                        [TYPE_SHORT] = {-32768, 32767},
                                        [TYPE_USHORT] = {0, 65535},
                                        [TYPE_FLOAT] = {-1e12, 1e12},
                                        [TYPE_DOUBLE] = {-1e12, 1e12},
                                        [TYPE_HALF] = {-60000, 60000}};
    return ranges[type];
}

variable *declare(generator *g, value_type type, range values, bool constant)
{
    if (g->variable_count == MOST_VARIABLES)
        abort();
    variable *made = &g->variables[g->variable_count++];
    *made = (variable){.type = type, .range = values, .constant = constant, .spread = OF_THREAD};
    snprintf(made->name, sizeof made->name, "%c%u", is_real(type) ? 'v' : 'k', g->names++);
    return made;
}

/* Later ones are found more often; of those to be assigned to, earlier ones: what is declared in a loop's body is soon
 * forgotten. */
static variable *find(generator *g, bool (*fits)(const variable *, value_type), value_type type, bool early)
{
    unsigned count = 0, first = pick(g, 1u << 16), second = pick(g, 1u << 16), chosen;
    for (unsigned i = 0; i < g->variable_count; i++)
        count += fits(&g->variables[i], type);
    if (count == 0)
        return NULL;
    chosen = first * count >> 16;
    if ((second * count >> 16 > chosen) != early)
        chosen = second * count >> 16;
    for (unsigned i = 0;; i++)
        if (fits(&g->variables[i], type) && chosen-- == 0)
            return &g->variables[i];
}

static bool is_read(const variable *v, value_type type)
{
    return v->type == type && v->length == 0;
}

static bool is_assigned(const variable *v, value_type type)
{
    return v->type == type && v->length == 0 && !v->constant;
}

static bool is_array(const variable *v, value_type type)
{
    return v->type == type && v->length != 0;
}

variable *find_variable(generator *g, value_type type, bool assigned)
{
    return find(g, assigned ? is_assigned : is_read, type, assigned);
}

variable *find_array(generator *g, bool of_reals)
{
    return find(g, is_array, of_reals ? TYPE_FLOAT : TYPE_INT, false);
}

const char *use(generator *g, parameter_number number)
{
    g->used[number] = true;
    return parameters[number].name;
}

void has(generator *g, feature which)
{
    g->features |= 1ull << which;
}
