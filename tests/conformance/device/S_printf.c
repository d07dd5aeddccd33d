#include <lanewise/kernel.h>

#include "S_printf.h"

LW_KERNEL(s_print_returns, (int *, answers), (const char *, null))
{
    answers[0] = printf("no argument\n");
    answers[1] = printf("%d\n", 1);
    answers[2] = printf("%d %s %f\n", 1, "two", 3.0);
    answers[3] = printf(null, 1);
    answers[4] = printf("%%\n");
}

LW_KERNEL(s_print_integers, (int, n))
{
    printf("|%d|%5d|%-5d|%05d|%+d|% d|%i|\n", n, n, n, n, n, n, -n);
    printf("|%x|%X|%#x|%o|%#o|%u|\n", 255u, 255u, 255u, 8u, 8u, 4000000000u);
    printf("|%ld|%lld|%lu|%llu|%lx|%llX|\n", -1L, -2LL, 1UL << 40, 1ULL << 50, 1UL << 40, 1ULL << 50);
    printf("|%.3d|%8.3d|%-8.3x|\n", n, n, (unsigned)n);
}

LW_KERNEL(s_print_numbers, (double, x))
{
    printf("|%f|%.2f|%10.3f|%-10.1f|%+f|% .1f|%010.2f|\n", x, x, x, x, x, x, x);
    printf("|%e|%.3E|%g|%G|%a|%A|%#.0f|\n", x * 1e10, x * 1e10, x * 1e-10, x * 1e20, 1.0, 0.5, 2.0);
    printf("|%f|\n", (double)(float)x);
}

LW_KERNEL(s_print_text, (const char *, word))
{
    printf("|%c|%3c|%-3c|%s|%8s|%-8s|%.3s|%%|\n", 'a', 'b', 'c', word, "right", "left", "cut off");
    printf("|%p|\n", (const void *)(size_t)0x1234);
}

/* Hides formats from a compiler that would warn of them. */
__device__ static int print_hidden(const char *volatile format, int n)
{
    return printf(format, n, n + 1);
}

LW_KERNEL(s_print_odd, (int *, answers))
{
    const char *volatile one = "|%d|%d|\n";
    answers[0] = printf(one, 7);                       /* an argument is missing: its directive is printed */
    answers[1] = print_hidden("|%d|\n", 7);            /* one argument too many */
    answers[2] = print_hidden("|%y|%d|%d|100%|\n", 7); /* a letter that is no type */
}

/* 32 arguments, and two more. */
LW_KERNEL(s_print_many, (int *, answers))
{
    answers[0] = printf(
        "%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4,
        5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32);
    answers[1] =
        printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d "
               "%d %d\n",
               1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
               29, 30, 31, 32, 33, 34);
}

LW_KERNEL(s_print_own_text, (int *, out))
{
    char text[8] = "before", format[16] = "format %d\n";
    printf("text %s\n", text);
    printf(format, 1);
    text[0] = 'x';
    format[0] = 'x';
    *out = text[*out] + format[*out];
}

LW_KERNEL(s_print_steps, (int, steps))
{
    for (int i = 0; i < steps; i++)
        printf("%d:%d\n", (int)threadIdx.x, i);
}

LW_KERNEL(s_print_word, (const char *, word), (int *, answer))
{
    *answer = printf("%s\n", word);
}

LW_KERNEL(s_print_lines, (int, first), (int, count))
{
    for (int i = 0; i < count; i++)
        printf("line %07d\n", first + i);
}

/* The largest number of arguments. */
#define EIGHT(word) word, word, word, word, word, word, word, word
LW_KERNEL(s_print_huge, (const char *, word), (int *, answer))
{
    *answer = printf("%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s\n", EIGHT(word), EIGHT(word),
                     EIGHT(word), EIGHT(word));
}
