#include "expansion.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tools.h"

char *cc_own_headers(const cc_options *options)
{
    char *above = cc_format("%s/..", cc_include_folder(options)), *real = realpath(above, NULL);
    char *folder = cc_format("%s/", real ? real : above);
    free(above);
    free(real);
    return folder;
}

/* The path of one of Lanewise's headers below that folder; null for other files. Static storage. */
static const char *own_name(const char *headers, const char *file)
{
    static char path[PATH_MAX];
    if (file[0] == '<') /* clang's <scratch space>: tokens made by a macro */
        return "";
    if (!realpath(file, path) || !cc_starts_with(path, headers))
        return NULL;
    const char *name = path + strlen(headers);
    return cc_starts_with(name, "api/lanewise/") || cc_starts_with(name, "backends/") || cc_starts_with(name, "emu/")
               ? name
               : NULL;
}

bool cc_is_own_header(const char *headers, const char *file)
{
    return own_name(headers, file) != NULL;
}

bool cc_same_line(const cc_record *one, const cc_record *other)
{
    if (!one->file[0] || strcmp(one->file, other->file))
        return false;
    size_t length = strlen(one->file) + 1;
    length += strspn(one->place + length, "0123456789");
    return !strncmp(one->place, other->place, length) && !isdigit((unsigned char)other->place[length]);
}

void cc_move_record(cc_record *record, cc_record *use)
{
    if (!strstr(record->lines.items[0], record->place))
        return;
    cc_words_put(&record->lines, 0, cc_with_replaced(record->lines.items[0], record->place, use->place));
    free(record->place);
    free(record->file);
    record->place = cc_format("%s", use->place);
    record->file = cc_format("%s", use->file);
    cc_words_cut(&record->lines, 1);
    for (size_t i = 1; i < use->lines.count; i++)
        cc_words_add(&record->lines, use->lines.items[i]);
    use->hidden = true;
}

void cc_hide_expansions(const char *headers, cc_diagnostic *diagnostic)
{
    for (size_t i = 0; i < diagnostic->count;) {
        cc_record *record = &diagnostic->record[i++];
        bool own = own_name(headers, record->file);
        for (; i < diagnostic->count && diagnostic->record[i].expansion; i++) {
            cc_record *step = &diagnostic->record[i];
            if (!step->file[0] || own_name(headers, step->file)) {
                step->hidden = true;
                continue;
            }
            if (own)
                cc_move_record(record, step);
            own = false;
            step->hidden = step->hidden || cc_same_line(record, step);
        }
        if (own && record->severity == CC_NOTE)
            record->hidden = !cc_starts_with(own_name(headers, record->file), "api/lanewise/");
    }
}
