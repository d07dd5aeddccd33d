#include "cu_child.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cu_launch.h"
#include "cu_text.h"
#include "message.h"
#include "words.h"

/* ---- the kernel's expression, backwards ---- */
static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Before blanks, and before the ends of a macro's lines. */
static char *before_blanks(char *begin, char *at)
{
    while (at > begin && (isspace((unsigned char)at[-1]) || (at[-1] == '\\' && at[0] == '\n')))
        at--;
    return at;
}

static char *before_word(char *begin, char *at)
{
    while (at > begin && is_word(at[-1]))
        at--;
    return at;
}

/* The bracket that opens what the one before `at` closes; null: there is none. */
static char *opening(char *begin, char *at)
{
    char close = *--at, open = close == ')' ? '(' : close == ']' ? '[' : close == '}' ? '{' : '<';
    for (; at > begin; at--) {
        char c = at[-1];
        if (c == open)
            return at - 1;
        if (strchr(")]}", c) || (open == '<' && c == '>')) {
            at = opening(begin, at);
            if (!at)
                return NULL;
            at++;
        } else if (c == ';' || c == '{' || (open == '<' && c == '(')) {
            return NULL;
        }
    }
    return NULL;
}

static bool is_keyword(const char *word, size_t length)
{
    static const char *const keywords[] = {"if", "for", "while", "switch", "return", "else", "do", "case", "constexpr"};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strlen(keywords[i]) == length && !memcmp(keywords[i], word, length))
            return true;
    return false;
}

/* Where the postfix expression begins that ends at `at`; null: it is none of a kernel. */
static char *expression(char *begin, char *at)
{
    char *end = at = before_blanks(begin, at);
    if (at > begin && at[-1] == '>') { /* template arguments */
        at = opening(begin, at);
        at = at ? before_blanks(begin, at) : NULL;
    }
    while (at && at > begin && strchr(")]", at[-1])) {
        char *open = opening(begin, at), *word = open ? before_blanks(begin, open) : begin;
        char *first = before_word(begin, word);
        if (!open)
            return NULL;
        at = open;
        if (*open == '(' && !(word > begin && word[-1] == ']') &&
            (first == word || is_keyword(first, (size_t)(word - first))))
            return at; /* (*pointer), not a call */
        at = word;
    }
    if (!at)
        return NULL;
    char *word = at = before_word(begin, at);
    if (word == end || (is_keyword(word, (size_t)(end - word))))
        return NULL;
    char *before = before_blanks(begin, at);
    if (before - begin >= 8 && !strncmp(before - 8, "template", 8)) /* a.template kernel<T> */
        before = before_blanks(begin, at = before - 8);
    if (before - begin < 2)
        return at;
    if (!strncmp(before - 2, "->", 2) || !strncmp(before - 2, "##", 2))
        return expression(begin, before - 2);
    if (before[-1] == '.')
        return expression(begin, before - 1);
    if (strncmp(before - 2, "::", 2))
        return at;
    char *scope = before_blanks(begin, before - 2);
    bool is_scope = scope > begin && (is_word(scope[-1]) || scope[-1] == '>');
    char *first = is_scope ? before_word(begin, scope) : scope;
    if (!is_scope || (first < scope && is_keyword(first, (size_t)(scope - first))))
        return before - 2;
    return expression(begin, before - 2);
}

/* ---- the arguments ---- */
static char *after_blanks(char *at)
{
    while (isspace((unsigned char)*at) || (*at == '\\' && (at[1] == '\n' || at[1] == '\r')))
        at++;
    return at;
}

/* After the bracket that closes the one here; null: there is none. */
static char *closing(char *at)
{
    int depth = 0;
    do {
        char *after = cc_text_skip(at);
        if (after == at)
            depth += strchr("([{", *at) ? 1 : strchr(")]}", *at) ? -1 : 0;
        at = after == at ? at + 1 : after;
    } while (*at && depth > 0);
    return depth == 0 ? at : NULL;
}

/* ---- one launch ---- */
/* A copy of the text with blanks in place of comments, and without literals' characters. Lines stay. */
static char *code_of(char *text)
{
    char *code = cc_format("%s", text);
    for (char *at = text; *at;) {
        char *after = cc_text_skip(at);
        bool is_comment = *at == '/' && after != at, is_literal = after != at && !is_word(*at);
        for (char *c = at; c < after; c++)
            if ((is_comment || is_literal) && *c != '\n')
                code[c - text] = is_comment ? ' ' : '0';
        at = after == at ? at + 1 : after;
    }
    return code;
}

/* Finds the kernel's expression before `open`, and the arguments after the closing brackets, which end at `arguments`. Both
 * are after `from`. False: there is none that this knows. */
static bool complete(char *text, char *code, const char *from, cc_launch *launch)
{
    char *kernel = expression(code + (from - text), code + (launch->open - text));
    launch->kernel = kernel ? text + (kernel - code) : NULL;
    launch->arguments = after_blanks(launch->arguments);
    launch->end = *launch->arguments == '(' ? closing(launch->arguments) : NULL;
    return launch->kernel && launch->end;
}

/* ---- the calls ---- */
static void put(FILE *to, const char *from, const char *end)
{
    fwrite(from, 1, (size_t)(end - from), to);
}

static void write_call(FILE *to, const cc_launch *launch, cc_launches how)
{
    fputs("[&](LW_CUDA_LAUNCH) LW_CUDA_BOTH {", to);
    if (how == CC_LAUNCHES_DEVICE) {
        fputs("lw_cuda_configure(", to);
        put(to, launch->configuration, launch->close);
        fputs("), ", to);
        put(to, launch->kernel, launch->open);
    } else {
        put(to, launch->kernel, launch->arguments);
    }
    put(to, launch->arguments, launch->end);
    fputs(";}(LW_CUDA_LAUNCHES)", to);
}

char *cc_call_launches(char *text, cc_launches how, bool *changed)
{
    char *made = NULL, *from = text, *code = code_of(text);
    size_t size;
    FILE *to = open_memstream(&made, &size);
    if (!to)
        cc_fatal("out of memory");
    cc_launch launch;
    for (char *at = text; cc_launch_find(at, &launch); at = launch.arguments) {
        if (!complete(text, code, from, &launch))
            continue;
        put(to, from, launch.kernel);
        write_call(to, &launch, how);
        from = launch.arguments = launch.end;
        *changed = true;
    }
    fputs(from, to);
    if (fclose(to))
        cc_fatal("out of memory");
    free(code);
    free(text);
    return made;
}

bool cc_launches_refused(const char *log)
{
    static const char *const says[] = {"reference to __global__ function", "call to __global__ function from __",
                                       "reference to __host__ function 'cuda", "call to __host__ function from __"};
    char *line = NULL;
    size_t capacity = 0;
    bool refused = false;
    FILE *file = log ? fopen(log, "re") : NULL;
    while (file && !refused && getline(&line, &capacity, file) >= 0)
        for (size_t i = 0; i < sizeof says / sizeof *says && !refused; i++)
            refused = strstr(line, says[i]) != NULL;
    if (file)
        fclose(file);
    free(line);
    return refused;
}
