/* C++ as far as lanewise-cc reads it before clang does. */
#ifndef CC_CU_TEXT_H
#define CC_CU_TEXT_H

/* After a comment, a literal, a word or a number that begins here; else `at` itself. */
char *cc_text_skip(char *at);

#endif
