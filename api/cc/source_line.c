#include "source_line.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

size_t cc_identifier(const char *text)
{
    size_t length = 0;
    if (isdigit((unsigned char)*text))
        return 0;
    while (is_word(text[length]))
        length++;
    return length;
}

bool cc_find_word(const char *line, size_t from, const char *word, cc_span *found)
{
    size_t length = strlen(word);
    if (from > strlen(line))
        return false;
    for (const char *at = line + from; (at = strstr(at, word)); at++) {
        if ((at > line && is_word(at[-1])) || is_word(at[length]))
            continue;
        *found = (cc_span){(size_t)(at - line), length};
        return true;
    }
    return false;
}

/* The first byte after the literal at `at`. */
static size_t skip_literal(const char *line, size_t at)
{
    char quote = line[at++];
    while (line[at] && line[at] != quote)
        at += line[at] == '\\' && line[at + 1] ? 2 : 1;
    return at + (line[at] != '\0');
}

/* The comma or parenthesis that ends an argument; the line's end if there is none. */
static size_t argument_end(const char *line, size_t at)
{
    unsigned depth = 0;
    while (line[at]) {
        if (line[at] == '"' || line[at] == '\'') {
            at = skip_literal(line, at);
            continue;
        }
        if (depth == 0 && (line[at] == ',' || line[at] == ')'))
            return at;
        depth += line[at] == '(';
        depth -= line[at] == ')';
        at++;
    }
    return at;
}

bool cc_find_argument(const char *line, const char *macro, unsigned n, cc_span *found)
{
    cc_span name;
    if (!cc_find_word(line, 0, macro, &name))
        return false;
    size_t at = name.start + name.length + strspn(line + name.start + name.length, " \t");
    while (n > 0 && line[at] && line[at] != ')') {
        size_t start = at + 1 + strspn(line + at + 1, " \t");
        at = argument_end(line, at + 1);
        if (--n > 0)
            continue;
        size_t end = at;
        while (end > start && isspace((unsigned char)line[end - 1]))
            end--;
        *found = (cc_span){start, end > start ? end - start : 0};
        return line[at] && found->length > 0;
    }
    return false;
}

char *cc_read_line(const char *file, unsigned long number)
{
    FILE *source = fopen(file, "r");
    char *line = NULL;
    size_t size = 0;
    bool found = false;
    while (source && number > 0 && getline(&line, &size, source) >= 0)
        found = --number == 0;
    if (source)
        fclose(source);
    if (!found) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}
