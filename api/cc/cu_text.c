#include "cu_text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *after_raw_string(char *at) /* at R" */
{
    char *open = strchr(at, '('), end[24];
    if (!open || open - at - 2 > 16)
        return at + 2;
    snprintf(end, sizeof end, ")%.*s\"", (int)(open - at - 2), at + 2);
    char *close = strstr(open, end);
    return close ? close + strlen(end) : at + strlen(at);
}

static char *after_literal(char *at)
{
    char quote = *at++;
    while (*at && *at != quote && *at != '\n')
        at += *at == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

char *cc_text_skip(char *at)
{
    char *end = NULL;
    if (at[0] == '/' && at[1] == '/')
        end = strchr(at, '\n');
    else if (at[0] == '/' && at[1] == '*')
        end = (end = strstr(at + 2, "*/")) ? end + 2 : NULL;
    else if (at[0] == 'R' && at[1] == '"')
        return after_raw_string(at);
    else if (*at == '"' || *at == '\'')
        return after_literal(at);
    else if (isalnum((unsigned char)*at) || *at == '_') {
        while (isalnum((unsigned char)*at) || *at == '_' || (*at == '\'' && isalnum((unsigned char)at[1])))
            at++;
        return at;
    } else {
        return at;
    }
    return end ? end : at + strlen(at);
}
