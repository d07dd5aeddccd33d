#include "operation.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../host/allocate.h"
#include "../machine/sanitizer.h"
#include "inside.h"

/* Operations beyond the last number count as ordered: then races of streams may be missed. */
#define MAX_OPERATIONS ((uint32_t)1 << 26)
/* Operations in a part of the table. LeakSanitizer searches only the parts in use: the whole table would take long. */
enum { PART = 1 << 12 };

static emu_operation *operations; /* by number, from 1 on */
static uint32_t count;
pthread_mutex_t emu_operations_lock = PTHREAD_MUTEX_INITIALIZER;

/* Host functions that ended when the host had waited for more than when it asked for them. Such a function may have
 * waited for the host, so operations after it also come after what the host had waited for. */
static struct gate {
    uint32_t number;
    emu_order *order;
    struct gate *next;
} *gates;

bool emu_operations_open(void)
{
    operations = emu_reserve(MAX_OPERATIONS * sizeof *operations);
    count = 0;
    return operations != 0;
}

void emu_gates_forget(void)
{
    while (gates) {
        struct gate *next = gates->next;
        emu_order_drop(gates->order);
        free(gates);
        gates = next;
    }
}

static bool begins_part(uint32_t number)
{
    return number == 1 || number % PART == 0;
}

void emu_operations_close(void)
{
    emu_gates_forget();
    for (uint32_t i = 1; operations && i <= count && i < MAX_OPERATIONS; i++) {
        emu_order_drop(operations[i].order);
        free(operations[i].more_ahead);
        if (begins_part(i))
            emu_sanitizer_release(&operations[i / PART * PART], PART * sizeof *operations);
    }
    if (operations)
        munmap(operations, MAX_OPERATIONS * sizeof *operations);
    operations = 0;
}

const emu_operation *emu_operation_of(uint32_t number)
{
    return &operations[number < MAX_OPERATIONS ? number : 0];
}

/* ---- happens-before ---- */
static bool follows_directly(uint32_t later, uint32_t earlier)
{
    const emu_operation *a = emu_operation_of(later), *b = emu_operation_of(earlier);
    if (!a->stream || !b->stream)
        return true;
    if (a->stream == b->stream)
        return earlier < later;
    if (a->tail && a->parent == b->parent && !b->tail)
        return true;
    return emu_order_contains(a->order, b->stream, earlier);
}

static bool follows_by_gate(uint32_t later, uint32_t earlier)
{
    const emu_operation *b = emu_operation_of(earlier);
    bool follows = false;
    for (const struct gate *gate = gates; gate && !follows; gate = gate->next)
        follows = emu_order_contains(gate->order, b->stream, earlier) && follows_directly(later, gate->number);
    return follows;
}

/* An operation ends when all operations ended that its threads asked for. These come after all that it comes after. */
static bool follows(uint32_t later, uint32_t earlier)
{
    for (uint32_t a = later; a; a = emu_operation_of(a)->parent)
        for (uint32_t b = earlier; b; b = emu_operation_of(b)->parent) {
            if (b == a && b == earlier)
                return a != later;
            if (b == a)
                break;
            if (follows_directly(a, b) || (gates && follows_by_gate(a, b)))
                return true;
        }
    return false;
}

/* Called by the only OS thread that runs checked operations. The latest positive answer is kept, because it never
 * changes. */
bool emu_operation_follows(uint32_t later, uint32_t earlier)
{
    static uint32_t latest[2];
    if (latest[0] == later && latest[1] == earlier)
        return true;
    if (later < MAX_OPERATIONS && earlier < MAX_OPERATIONS) {
        pthread_mutex_lock(&emu_operations_lock);
        bool answer = follows(later, earlier);
        pthread_mutex_unlock(&emu_operations_lock);
        if (!answer)
            return false;
    }
    latest[0] = later;
    latest[1] = earlier;
    return true;
}

uint32_t emu_operation_add(const emu_operation *operation)
{
    uint32_t number = ++count;
    if (number < MAX_OPERATIONS) {
        operations[number] = *operation;
        emu_order_share(operation->order);
        if (begins_part(number))
            emu_sanitizer_look_at(&operations[number / PART * PART], PART * sizeof *operations);
    }
    return number;
}

uint32_t emu_operation_latest(void)
{
    return count;
}

bool emu_operation_is_ahead(uint32_t later, uint32_t earlier)
{
    const emu_operation *operation = emu_operation_of(later);
    bool is = operation->ahead == earlier;
    for (uint32_t i = 0; i < operation->more_count && !is; i++)
        is = operation->more_ahead[i] == earlier;
    return is;
}

void emu_check_begins_early(unsigned number, unsigned ahead)
{
    if (number >= MAX_OPERATIONS)
        return;
    emu_operation *operation = &operations[number];
    if (!operation->ahead) {
        operation->ahead = ahead;
        return;
    }
    uint32_t *more = emu_allocate((operation->more_count + 1) * sizeof *more);
    if (!more) {
        emu_check_record_lost(true);
        return;
    }
    if (operation->more_count)
        memcpy(more, operation->more_ahead, operation->more_count * sizeof *more);
    free(operation->more_ahead);
    operation->more_ahead = more;
    more[operation->more_count++] = ahead;
}

void emu_operation_order_after(uint32_t number, emu_order *order)
{
    if (number >= MAX_OPERATIONS)
        return;
    emu_order *joined = emu_order_join(operations[number].order, order);
    emu_order_drop(operations[number].order);
    operations[number].order = joined;
}

void emu_gate_add(uint32_t number, emu_order *order)
{
    if (emu_operation_of(number)->order == order)
        return;
    struct gate *gate = emu_allocate(sizeof *gate);
    if (!gate) {
        emu_check_record_lost(true);
        return;
    }
    /* What an earlier gate in this order comes after, this one does, too. */
    order = emu_order_share(order);
    for (const struct gate *earlier = gates; earlier; earlier = earlier->next) {
        if (!emu_order_contains(order, emu_operation_of(earlier->number)->stream, earlier->number))
            continue;
        emu_order *joined = emu_order_join(order, earlier->order);
        emu_order_drop(order);
        order = joined;
    }
    *gate = (struct gate){number, order, gates};
    gates = gate;
}
