/* The forms of x86-64's idiv after which the emulator continues: every width, old and new registers, every
 * addressing mode. In a process of its own, as the handler stays installed. */
#if defined(__x86_64__)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "emu/device/divide.c"

#include <signal.h>
#include <unistd.h>

#include "numbers.h"

static int handled;

static void on_division(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    if (info->si_code != FPE_INTDIV || !emu_divide_smallest(context))
        _exit(3);
    handled++;
}

static int minus_ones[64];
static __thread int minus_one_of_thread = -1;

#define TWO(first, second) "r"(first), "r"(second)
/* Runs `code` with eax the smallest and edx its sign, then checks both; %2 is the operand. */
#define DIVIDES(code, type, operand, ...)                                                                              \
    do {                                                                                                               \
        enum { WIDTH = 8 * sizeof(type) };                                                                             \
        unsigned long long a = 1ull << (WIDTH - 1), d = ~0ull >> (64 - WIDTH);                                         \
        __asm__ volatile(code "\n\tnop" : "+a"(a), "+d"(d) : operand : "cc", "memory", ##__VA_ARGS__);                 \
        if ((type)a != (type)(1ull << (WIDTH - 1)) || (type)d != 0)                                                    \
            FAIL("%s: quotient %#llx, rest %#llx", code, a, d);                                                        \
        divisions++;                                                                                                   \
    } while (0)
/* For 8 bits the dividend is ax, the quotient al, the remainder ah. */
#define DIVIDES_BYTE(code, operand, ...)                                                                               \
    do {                                                                                                               \
        unsigned long long a = 0x1234ff80;                                                                             \
        __asm__ volatile(code : "+a"(a) : operand : "cc", "memory", ##__VA_ARGS__);                                    \
        if (a != 0x12340080)                                                                                           \
            FAIL("%s: %#llx", code, a);                                                                                \
        divisions++;                                                                                                   \
    } while (0)

TEST(row, V5g_forms_of_the_division, .host = true, .isolated = true)
{
    struct sigaction action = {.sa_sigaction = on_division, .sa_flags = SA_SIGINFO | SA_NODEFER};
    int divisions = 0;
    long long index = 3;
    memset(minus_ones, 0xff, sizeof minus_ones);
    CHECK(sigaction(SIGFPE, &action, NULL) == 0);

    DIVIDES("mov $-1, %%ecx; idivl %%ecx", int, "r"(0), "rcx");
    DIVIDES("mov $-1, %%r9d; idivl %%r9d", int, "r"(0), "r9");
    DIVIDES("mov $-1, %%r13; idivq %%r13", long long, "r"(0), "r13");
    DIVIDES("mov $-1, %%rsi; idivq %%rsi", long long, "r"(0), "rsi");
    DIVIDES("mov $-1, %%r12d; idivw %%r12w", short, "r"(0), "r12");

    DIVIDES("idivl (%2)", int, "r"(minus_ones));
    DIVIDES("mov %2, %%r12; idivl (%%r12)", int, "r"(minus_ones), "r12");
    DIVIDES("mov %2, %%r13; idivl (%%r13)", int, "r"(minus_ones), "r13");
    DIVIDES("mov %2, %%r13; idivl 8(%%r13)", int, "r"(minus_ones), "r13");
    DIVIDES("mov %2, %%rdi; idivl 0x84(%%rdi)", int, "r"(minus_ones), "rdi");
    DIVIDES("mov %2, %%rbx; idivq 8(%%rbx)", long long, "r"(minus_ones), "rbx");
    DIVIDES("mov %2, %%rbx; idivw 2(%%rbx)", short, "r"(minus_ones), "rbx");
    DIVIDES("idivl 4(%2, %3, 4)", int, TWO(minus_ones, index));
    DIVIDES("mov %3, %%r12; mov %2, %%rbx; idivl (%%rbx, %%r12, 4)", int, TWO(minus_ones, index), "rbx", "r12");
    DIVIDES("mov %2, %%r13; mov %3, %%rcx; idivl 0x4(%%r13, %%rcx, 2)", int, TWO(minus_ones, index + 1), "rcx", "r13");
    DIVIDES("mov %2, %%rbx; shr $2, %%rbx; idivl (, %%rbx, 4)", int, "r"(minus_ones), "rbx");
    DIVIDES("push $-1; idivl (%%rsp); pop %%rcx", int, "r"(0), "rcx");
    DIVIDES("idivl %2", int, "m"(minus_ones[5]));
    DIVIDES("idivl %2", int, "m"(minus_one_of_thread));

    DIVIDES_BYTE("mov $-1, %%ecx; idivb %%cl", "r"(0), "rcx");
    DIVIDES_BYTE("mov $0xff00, %%ebx; idivb %%bh", "r"(0), "rbx");
    DIVIDES_BYTE("mov $0xff, %%esi; idivb %%sil", "r"(0), "rsi");
    DIVIDES_BYTE("idivb %1", "m"(minus_ones[1]));
    CHECK_EQUAL(handled, divisions);
}
#endif
