/* Places in code, and the loops around them. Nobody tells where a kernel's loops are: a lane that goes from one place to the same or
 * an earlier one has gone round a loop, which reaches from that one to this. Loops nest: those that overlap are widened
 * until one is in the other; of several loops that begin at one place, the widest stands for all, except a loop of one place
 * (the inner loop of a sum, at the head of an outer one).
 */
#include <string.h>

#include "inside.h"

static struct {
    const lw_kernel *kernel;
    emu_count_place place[EMU_COUNT_PLACES];
    unsigned places, loops;
    struct {
        uintptr_t head, tail;
    } loop[EMU_COUNT_LOOPS];
} code;

void emu_count_places_for(const lw_kernel *kernel)
{
    if (code.kernel == kernel)
        return;
    memset(&code, 0, sizeof code);
    code.kernel = kernel;
}

const emu_count_place *emu_count_place_at(uint32_t place)
{
    return &code.place[place];
}

uintptr_t emu_count_loop_head(unsigned loop)
{
    return code.loop[loop].head;
}

/* The loops are in order: a loop comes after those that it is in. */
static void set_loops(emu_count_place *place)
{
    place->depth = 0;
    for (unsigned i = 0; i < code.loops && place->depth < EMU_COUNT_DEPTH; i++)
        if (code.loop[i].head <= place->pc && place->pc <= code.loop[i].tail)
            place->loop[place->depth++] = (unsigned char)i;
}

uint32_t emu_count_place_of(uintptr_t pc)
{
    uint32_t at = (uint32_t)((pc >> 4 ^ pc) * 0x9e3779b1u) % EMU_COUNT_PLACES;
    while (code.place[at].pc && code.place[at].pc != pc)
        at = (at + 1) % EMU_COUNT_PLACES;
    if (!code.place[at].pc && code.places < EMU_COUNT_PLACES - 1) {
        code.places++;
        code.place[at].pc = pc;
        set_loops(&code.place[at]);
    }
    return at; /* of a full table: the unused one */
}

static bool has_loop(uintptr_t head, uintptr_t tail)
{
    for (unsigned i = 0; i < code.loops; i++)
        if (code.loop[i].head == head && (code.loop[i].tail == tail || (code.loop[i].tail > tail && head != tail)))
            return true;
    return false;
}

static void remove_loop(unsigned i)
{
    memmove(&code.loop[i], &code.loop[i + 1], (--code.loops - i) * sizeof code.loop[0]);
}

/* Widens a loop that another one overlaps. */
static bool widen(void)
{
    for (unsigned i = 0; i < code.loops; i++)
        for (unsigned j = 0; j < code.loops; j++)
            if (code.loop[i].head < code.loop[j].head && code.loop[j].head <= code.loop[i].tail &&
                code.loop[i].tail < code.loop[j].tail) {
                code.loop[i].tail = code.loop[j].tail;
                return true;
            }
    return false;
}

static void sort(void)
{
    for (unsigned i = 1; i < code.loops; i++)
        for (unsigned j = i; j > 0; j--) {
            bool later = code.loop[j - 1].head > code.loop[j].head ||
                         (code.loop[j - 1].head == code.loop[j].head && code.loop[j - 1].tail < code.loop[j].tail);
            if (!later)
                break;
            uintptr_t head = code.loop[j].head, tail = code.loop[j].tail;
            code.loop[j] = code.loop[j - 1];
            code.loop[j - 1].head = head;
            code.loop[j - 1].tail = tail;
        }
}

bool emu_count_step(uint32_t from, uint32_t to)
{
    uintptr_t tail = code.place[from].pc, head = code.place[to].pc;
    if (head > tail || has_loop(head, tail) || code.loops == EMU_COUNT_LOOPS)
        return false;
    for (unsigned i = code.loops; i-- > 0 && head != tail;)
        if (code.loop[i].head == head && code.loop[i].tail != head)
            remove_loop(i);
    code.loop[code.loops].head = head;
    code.loop[code.loops++].tail = tail;
    while (widen())
        ;
    sort();
    for (unsigned i = 0; i < EMU_COUNT_PLACES; i++)
        if (code.place[i].pc)
            set_loops(&code.place[i]);
    return true;
}
