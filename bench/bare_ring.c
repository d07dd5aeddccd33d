/* The least cost of going round 256 stacks: save the registers that a call preserves, change stacks, restore, jump.
 *
 * The stacks are placed and coloured as the emulator's are: their placement costs more than the instructions do. */
#include "bare_ring.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#if BENCH_HAVE_BARE_RING

enum { PITCH = 36 * 4096, COLOURS = 4096, COLOUR_STEP = 320, MOST = 1024 };
/* So the registers that a switch saves fill one cache line, not the halves of two. */
enum { INTO_LINE = 32 };

/* void bare_switch(void **from, void *to); bare_start is where a fresh stack begins: rbx is called with r12. */
__asm__(".text\n"
        ".p2align 4\n"
        ".type bare_switch, @function\n"
        "bare_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    popq %rcx\n"
        "    jmp *%rcx\n"
        ".size bare_switch, . - bare_switch\n"
        ".type bare_start, @function\n"
        "bare_start:\n"
        "    movq %r12, %rdi\n"
        "    call *%rbx\n"
        "    ud2\n"
        ".size bare_start, . - bare_start\n");
void bare_switch(void **from, void *to);
void bare_start(void);

struct lane {
    void *context;
    struct lane *next;
} __attribute__((aligned(64)));

static struct lane lane[MOST];
static char *stacks;
static size_t stacks_size;
static void *host;
static unsigned rounds_left;

/* The stack after the next one has probably left the cache: a good hand-written ring fetches it meanwhile. */
static inline void go_on(struct lane *me)
{
    struct lane *to = me->next;
    __builtin_prefetch(to->next->context);
    bare_switch(&me->context, to->context);
}

static void first(void *argument)
{
    struct lane *me = argument;
    for (;;) {
        for (unsigned i = rounds_left; i > 0; i--)
            go_on(me);
        bare_switch(&me->context, host);
    }
}

static void other(void *argument)
{
    struct lane *me = argument;
    for (;;)
        go_on(me);
}

bool bench_bare_ring_open(unsigned lanes)
{
    if (lanes > MOST)
        return false;
    stacks_size = (size_t)lanes * PITCH;
    stacks = mmap(NULL, stacks_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stacks == MAP_FAILED)
        return false;
    madvise(stacks, stacks_size, MADV_NOHUGEPAGE); /* the guard pages keep the emulator's stacks from huge pages, too */
    for (unsigned i = 0; i < lanes; i++) {
        uintptr_t *top = (uintptr_t *)(stacks + (size_t)(i + 1) * PITCH - i * COLOUR_STEP % COLOURS - INTO_LINE);
        *--top = 0;
        *--top = 0;
        *--top = (uintptr_t)bare_start;
        *--top = 0;                                              /* rbp */
        *--top = (uintptr_t)(i ? (void *)other : (void *)first); /* rbx */
        *--top = (uintptr_t)&lane[i];                            /* r12 */
        *--top = 0;
        *--top = 0;
        *--top = 0;
        lane[i].context = top;
        lane[i].next = &lane[(i + 1) % lanes];
    }
    return true;
}

void bench_bare_ring_run(unsigned rounds)
{
    rounds_left = rounds;
    bare_switch(&host, lane[0].context);
}

void bench_bare_ring_close(void)
{
    munmap(stacks, stacks_size);
}

#else

bool bench_bare_ring_open(unsigned lanes)
{
    (void)lanes;
    return false;
}

void bench_bare_ring_run(unsigned rounds)
{
    (void)rounds;
}

void bench_bare_ring_close(void) {}

#endif
