/* Positions in streams that precede something. */
#include "cpu.h"

void lw_cpu_order_add(lw_cpu_order *order, uint64_t stream, uint64_t ticket)
{
    for (unsigned i = 0; i < order->count; i++)
        if (order->up_to[i].stream == stream) {
            if (order->up_to[i].ticket < ticket)
                order->up_to[i].ticket = ticket;
            return;
        }
    unsigned at = order->count;
    if (at < LW_CPU_ORDER) {
        order->count++;
    } else { /* the oldest position gives way */
        at = 0;
        for (unsigned i = 1; i < LW_CPU_ORDER; i++)
            if (order->up_to[i].ticket < order->up_to[at].ticket)
                at = i;
        if (ticket < order->up_to[at].ticket)
            return;
    }
    order->up_to[at].stream = stream;
    order->up_to[at].ticket = ticket;
}

void lw_cpu_order_join(lw_cpu_order *order, const lw_cpu_order *more)
{
    for (unsigned i = 0; i < more->count; i++)
        lw_cpu_order_add(order, more->up_to[i].stream, more->up_to[i].ticket);
}

bool lw_cpu_order_contains(const lw_cpu_order *order, uint64_t stream, uint64_t ticket)
{
    for (unsigned i = 0; i < order->count; i++)
        if (order->up_to[i].stream == stream)
            return ticket <= order->up_to[i].ticket;
    return false;
}
