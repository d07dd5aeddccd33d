/* Kernels that print. */
#ifndef S_PRINTF_H
#define S_PRINTF_H

#include <lanewise/launch.h>

LW_DECLARE_KERNEL(s_print_returns, (int *, answers), (const char *, null));
LW_DECLARE_KERNEL(s_print_integers, (int, n));
LW_DECLARE_KERNEL(s_print_numbers, (double, x));
LW_DECLARE_KERNEL(s_print_text, (const char *, word));
LW_DECLARE_KERNEL(s_print_odd, (int *, answers));
LW_DECLARE_KERNEL(s_print_many, (int *, answers));
LW_DECLARE_KERNEL(s_print_own_text, (int *, out));
LW_DECLARE_KERNEL(s_print_steps, (int, steps));
LW_DECLARE_KERNEL(s_print_word, (const char *, word), (int *, answer));
LW_DECLARE_KERNEL(s_print_lines, (int, first), (int, count));
LW_DECLARE_KERNEL(s_print_huge, (const char *, word), (int *, answer)); /* the word 32 times */

#endif
