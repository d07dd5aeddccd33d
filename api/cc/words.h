/* Lists of words: command lines and the like. A program that lives for one compilation stops when memory runs out. */
#ifndef CC_WORDS_H
#define CC_WORDS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cc_words {
    char **items; /* a null pointer follows the last, so that it can be given to exec; null while empty */
    size_t count, capacity;
} cc_words;

void cc_words_add(cc_words *words, const char *word); /* copies it */
void cc_words_add_all(cc_words *words, const cc_words *others);
bool cc_words_have(const cc_words *words, const char *word);
void cc_words_put(cc_words *words, size_t index, char *word); /* in place of another; from now on it is theirs */
void cc_words_cut(cc_words *words, size_t count);             /* leaves the first so many */
void cc_words_free(cc_words *words);

/* printf into memory; the caller frees. */
char *cc_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* `text` with the first `old` in it, which there must be, replaced. The caller frees. */
char *cc_with_replaced(const char *text, const char *old, const char *replacement);

bool cc_starts_with(const char *text, const char *prefix);

/* The path's last part, and where it is without its suffix ("dir/k.c" -> "dir/k" + suffix). The caller frees. */
const char *cc_base_name(const char *path);
char *cc_replace_suffix(const char *path, const char *suffix);

#endif
