/* Text as JSON and XML have it, whatever bytes a path or a name has. */
#include "escape.h"

#include <string.h>

/* The length of the UTF-8 character that begins here; 0: it is not valid. Overlong forms, surrogates (d800 to dfff) and
 * values above 10ffff are invalid. */
static unsigned utf8_length(const char *text)
{
    static const unsigned smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned length = *bytes < 0x80 ? 1 : *bytes >> 5 == 6 ? 2 : *bytes >> 4 == 14 ? 3 : *bytes >> 3 == 30 ? 4 : 0;
    if (length < 2)
        return length;
    unsigned character = *bytes & (0x7fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if (bytes[i] >> 6 != 2) /* also at the end of the text */
            return 0;
        character = character << 6 | (bytes[i] & 0x3f);
    }
    bool half = character >= 0xd800 && character < 0xe000;
    return character < smallest[length] || half || character > 0x10ffff ? 0 : length;
}

/* UTF-8 is written unchanged. A path may have another encoding: each invalid byte becomes U+FFFD, because JSON has no
 * bytes. */
void emu_put_json(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text) {
        unsigned length = utf8_length(text);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if (length == 1 && *text < 0x20)
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            fwrite(text, 1, length, out);
        text += length ? length : 1;
    }
    fputc('"', out);
}

/* XML 1.0 has no control characters but these three. */
static bool is_xml(char byte)
{
    return (unsigned char)byte >= 0x20 || byte == '\t' || byte == '\n' || byte == '\r';
}

void emu_put_xml(FILE *out, const char *text)
{
    while (*text) {
        unsigned length = utf8_length(text);
        if (length == 0 || !is_xml(*text))
            fputs("&#xfffd;", out);
        else if (strchr("&<>\"\n\r\t", *text))
            fprintf(out, "&#%d;", *text);
        else
            fwrite(text, 1, length, out);
        text += length ? length : 1;
    }
}

void emu_put_uri(FILE *out, const char *path)
{
    static const char plain[] = "-._~/";
    fputc('"', out);
    for (; *path; path++) {
        bool letter =
            (*path >= 'a' && *path <= 'z') || (*path >= 'A' && *path <= 'Z') || (*path >= '0' && *path <= '9');
        if (letter || strchr(plain, *path))
            fputc(*path, out);
        else
            fprintf(out, "%%%02X", (unsigned char)*path);
    }
    fputc('"', out);
}
