/* Lists of words, such as command lines. All functions exit when out of memory. */
#ifndef CC_WORDS_H
#define CC_WORDS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cc_words {
    char **items; /* ends with a null pointer, as exec() needs it; null while empty */
    size_t count, capacity;
} cc_words;

void cc_words_add(cc_words *words, const char *word); /* copies the word */
void cc_words_add_all(cc_words *words, const cc_words *others);
bool cc_words_have(const cc_words *words, const char *word);
void cc_words_put(cc_words *words, size_t index, char *word); /* replaces a word; the list then owns `word` */
void cc_words_cut(cc_words *words, size_t count);             /* keeps the first `count` */
void cc_words_free(cc_words *words);

/* printf() to allocated memory; the caller frees. */
char *cc_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* `text` with the first `old` replaced; `text` must contain it. The caller frees. */
char *cc_with_replaced(const char *text, const char *old, const char *replacement);

bool cc_starts_with(const char *text, const char *prefix);

/* The path's last part. */
const char *cc_base_name(const char *path);
/* The path with another suffix, as in "dir/k.c" to "dir/k.o". The caller frees. */
char *cc_replace_suffix(const char *path, const char *suffix);

#endif
