#include "kernels.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

typedef enum match { WHOLE, PART, WRONG } match;

/* Reads "KEY="; `*text` is the text after it. */
static match read_key(const char *word, const char **text)
{
    static const struct {
        const char *name;
        match match;
    } keys[] = {{"kns", PART}, {"kernel_substring", PART}, {"kne", WHOLE}, {"kernel_name", WHOLE}};
    size_t length = strcspn(word, "=");
    *text = word + length + (word[length] == '=');
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (word[length] && strlen(keys[i].name) == length && strncmp(keys[i].name, word, length) == 0)
            return keys[i].match;
    *text = word;
    return word[length] ? WRONG : PART;
}

/* The text with a backslash before each special character of a regular expression. */
static char *quoted(const char *text)
{
    char *copy = cli_allocate(2 * strlen(text) + 1), *to = copy;
    for (; *text; text++) {
        if (strchr("\\^$.[]|()*+?{}", *text))
            *to++ = '\\';
        *to++ = *text;
    }
    return copy;
}

static void add_one(char **expression, const char *option, const char *word, bool expressions)
{
    const char *text;
    match how = read_key(word, &text);
    if (how == WRONG || !*text)
        cli_end(CLI_WRONG, "%s takes kns=TEXT (part of a kernel's name) or kne=TEXT (all of it), not \"%s\"", option,
                word);
    char *body = expressions ? cli_format("%s", text) : quoted(text);
    regex_t compiled;
    int error = regcomp(&compiled, body, REG_EXTENDED | REG_NOSUB);
    if (error) {
        char why[100];
        regerror(error, &compiled, why, sizeof why);
        cli_end(CLI_WRONG, "%s: \"%s\" is no regular expression: %s", option, text, why);
    }
    regfree(&compiled);
    char *old = *expression;
    const char *before = how == WHOLE ? "^" : "", *after = how == WHOLE ? "$" : "";
    *expression = cli_format("%s%s%s(%s)%s", old ? old : "", old ? "|" : "", before, body, after);
    free(old);
    free(body);
}

void cli_kernels_add(char **expression, const char *option, const char *value, bool expressions)
{
    char *copy = cli_format("%s", value), *word = copy;
    /* A comma separates only where a key follows: an expression may have commas of its own. */
    for (char *comma = strchr(copy, ','); comma; comma = strchr(comma + 1, ',')) {
        const char *text;
        if (read_key(comma + 1, &text) == WRONG || text == comma + 1)
            continue;
        *comma = 0;
        add_one(expression, option, word, expressions);
        word = comma + 1;
    }
    add_one(expression, option, word, expressions);
    free(copy);
}
