#include "messages.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "caret.h"
#include "diagnostic.h"
#include "diagnostic_print.h"
#include "expansion.h"
#include "hint.h"
#include "message.h"
#include "spot.h"
#include "tools.h"

/* The state while a log is printed. */
typedef struct shown {
    const cc_options *options;
    char *headers; /* the folder above Lanewise's headers; ends with a slash */
    const char *input;
    cc_words first_lines; /* of printed diagnostics: a macro that uses an argument often repeats its errors */
    cc_words waiting;     /* "In function ..." lines of a diagnostic that was left out */
    const cc_hint *last;  /* the last hint, its message's name and place */
    cc_reach last_reach;
    char *last_name, *last_place, *last_file;
    unsigned left_out;
} shown;

/* The compiler's suggested printf conversion, which is the only word of a record's last line; else null. The caller
 * frees. */
static char *conversion(const cc_record *record)
{
    char *plain = cc_without_colours(record->lines.items[record->lines.count - 1]), *found = NULL;
    const char *word = strrchr(plain, '%');
    if (record->lines.count > 2 && word && strspn(plain, " |") == (size_t)(word - plain) && !strchr(word, ' '))
        found = cc_format("%s", word);
    free(plain);
    return found;
}

/* Adds notes to the message itself: gcc puts a parameter's type, and a format's correction, in a separate note. */
static void join_notes(cc_diagnostic *diagnostic)
{
    cc_record *first = &diagnostic->record[0];
    char *write = strstr(first->text, "format") ? conversion(first) : NULL;
    for (size_t i = 1; i < diagnostic->count; i++) {
        cc_record *note = &diagnostic->record[i];
        if (note->hidden)
            continue;
        if (cc_starts_with(note->text, "expected ")) {
            cc_append(first, note->text);
            note->hidden = true;
            cc_words_cut(&first->lines, 3); /* drops the line with the argument's type, which the message now has */
        } else if (cc_starts_with(note->text, "format string is defined here") && cc_same_line(first, note)) {
            free(write);
            write = conversion(note);
            note->hidden = true;
        } else if (cc_starts_with(note->text, "each undeclared identifier is reported only once") ||
                   cc_starts_with(note->text, "passing argument to parameter ")) {
            note->hidden = true;
        } else if (strstr(first->text, "causes a section type conflict") && note->lines.count > 1) {
            /* The variable is wrong, not the kernel. */
            if (first->lines.count > 1 && strstr(first->lines.items[1], "LW_KERNEL("))
                cc_move_record(first, note);
            note->hidden = true;
        }
    }
    if (write) {
        char *text = cc_format("write %s", write);
        cc_append(first, text);
        free(text);
    }
    free(write);
}

/* Removes the assertion's condition that clang prints: it is a detail of the macros. */
static void drop_requirement(cc_record *record)
{
    char *line = record->lines.items[0], *start = strstr(line, " due to requirement '"), *end = NULL;
    if (start)
        end = strstr(start + strlen(" due to requirement '"), "'");
    while (end && end[1] != ':' && end[1] != ' ') /* a quotation mark in the condition */
        end = strstr(end + 1, "'");
    if (end && (strstr(end, "LW_") || strstr(end, "lw_launch(")))
        memmove(start, end + 1, strlen(end + 1) + 1);
}

/* For a shared name's type clang prints the macro's text and then the type: 'typeof (...)' (aka 'int *const'). */
static void drop_typeof(cc_record *record)
{
    char *line = record->lines.items[0], *start;
    while ((start = strstr(line, "typeof (&(*("))) {
        char *named = strstr(start, "' (aka '"), *end = named ? strstr(named + strlen("' (aka '"), "')") : NULL;
        while (start > line && start[-1] != '\'')
            start--;
        if (!end || start == line)
            return;
        memmove(end + 1, end + 2, strlen(end + 2) + 1); /* the parenthesis */
        named += strlen("' (aka '");
        memmove(start, named, strlen(named) + 1);
    }
}

/* Whether the last hint's name is in an error's line, or in the text of a warning. */
static bool has_last_name(const shown *all, const cc_record *record)
{
    cc_span found;
    char *line = record->severity == CC_ERROR
                     ? cc_without_colours(record->lines.count > 1 ? record->lines.items[1] : "")
                     : cc_format("%s", record->text);
    bool has = all->last_name && cc_find_word(line, 0, all->last_name, &found);
    free(line);
    return has;
}

/* Whether the message follows from the mistake of the last hint. */
static bool follows(const shown *all, const cc_record *record, const cc_hint *hint)
{
    if (!all->last || (record->severity != CC_ERROR && all->last_reach != CC_REACH_NAME))
        return all->last && all->last_reach == CC_REACH_ALL;
    const cc_record last = {.place = all->last_place, .file = all->last_file};
    switch (all->last_reach) {
    case CC_REACH_ALL: return true;
    case CC_REACH_KIND: return hint == all->last;
    case CC_REACH_LINE: return cc_same_line(record, &last);
    case CC_REACH_NAME: return cc_same_line(record, &last) || has_last_name(all, record);
    default: return false;
    }
}

static void remember(shown *all, const cc_hint *hint, const cc_record *record)
{
    all->last = hint;
    all->last_reach = hint->reach;
    free(all->last_name);
    free(all->last_place);
    free(all->last_file);
    all->last_name = hint->reach == CC_REACH_NAME ? cc_format("%s", hint->source) : NULL;
    all->last_place = cc_format("%s", record->place);
    all->last_file = cc_format("%s", record->file);
}

/* Points to the name that the message is about. */
static void point(const shown *all, cc_record *record, const cc_hint *hint)
{
    cc_span spot;
    char *line = cc_place_line(record);
    if (line && cc_find_spot(record, hint, line, &spot))
        cc_point_to(record, line, spot, cc_host_is_clang(all->options));
    free(line);
}

static void print(shown *all, cc_diagnostic *diagnostic)
{
    if (diagnostic->record[0].before.count == 0)
        cc_print_lines_before(all->headers, all->input, &diagnostic->record[0], &all->waiting);
    cc_words_free(&all->waiting);
    cc_print_diagnostic(all->headers, all->input, diagnostic);
}

static void show(shown *all, cc_diagnostic *diagnostic)
{
    cc_record *first = &diagnostic->record[0];
    cc_hide_expansions(all->headers, diagnostic);
    join_notes(diagnostic);
    drop_requirement(first);
    drop_typeof(first);
    const cc_hint *hint = cc_hint_for(diagnostic, all->options, all->input);
    char *first_line = cc_without_colours(first->lines.items[0]);
    bool again = cc_words_have(&all->first_lines, first_line);
    if (!again)
        cc_words_add(&all->first_lines, first_line);
    free(first_line);
    if (again || follows(all, first, hint)) {
        all->left_out += !again && first->severity == CC_ERROR;
        if (first->before.count > 0) {
            cc_words_free(&all->waiting);
            cc_words_add_all(&all->waiting, &first->before);
        }
        return;
    }
    point(all, first, hint);
    if (hint) {
        cc_append(first, hint->write);
        remember(all, hint, first);
        for (size_t i = 1; i < diagnostic->count; i++) /* the hint is clearer than the notes */
            diagnostic->record[i].hidden = diagnostic->record[i].hidden || !diagnostic->record[i].expansion;
    }
    print(all, diagnostic);
}

void cc_show_messages(const char *log, const cc_options *options, const char *input)
{
    FILE *file = fopen(log, "r");
    if (!file)
        return;
    shown all = {.options = options, .headers = cc_own_headers(options), .input = input};
    cc_diagnostic diagnostic = {0};
    cc_words rest = {0};
    while (cc_diagnostic_read(file, &diagnostic, &rest)) {
        show(&all, &diagnostic);
        cc_diagnostic_clear(&diagnostic);
    }
    for (size_t i = 0; i < rest.count; i++)
        fprintf(stderr, "%s\n", rest.items[i]);
    if (all.left_out > 0)
        cc_say("%u more error%s, which may come of the above, left out: -v shows all", all.left_out,
               all.left_out == 1 ? "" : "s");
    cc_words_free(&rest);
    cc_words_free(&all.first_lines);
    cc_words_free(&all.waiting);
    free(all.last_name);
    free(all.last_place);
    free(all.last_file);
    free(all.headers);
    fclose(file);
}

bool cc_wants_colours(const cc_options *options)
{
    const char *terminal = getenv("TERM"), *colours = getenv("GCC_COLORS");
    if (!isatty(STDERR_FILENO) || !terminal || !strcmp(terminal, "dumb") || (colours && !*colours))
        return false;
    for (size_t i = 0; i < options->host.count; i++)
        if (strstr(options->host.items[i], "-color"))
            return false;
    return true;
}
