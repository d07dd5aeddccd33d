/* Nodes: each has random numbers of its own, and a number that is the same whatever is done to others. */
#include "generator.h"

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint32_t draw(generator *g)
{
    g->random += 0x9e3779b97f4a7c15u;
    return (uint32_t)(mix(g->random) >> 32);
}

unsigned pick(generator *g, unsigned count)
{
    return (unsigned)((uint64_t)draw(g) * count >> 32);
}

bool chance(generator *g, unsigned percent)
{
    return pick(g, 100) < percent;
}

unsigned weighted(generator *g, const unsigned char *weights, unsigned count)
{
    unsigned sum = 0, i = 0;
    for (unsigned j = 0; j < count; j++)
        sum += weights[j];
    unsigned left = pick(g, sum);
    while (left >= weights[i])
        left -= weights[i++];
    return i;
}

node begin(generator *g, unsigned ways)
{
    node n = {0, draw(g), 0};
    n.outer = g->random;
    g->random = mix(n.id ^ (uint64_t)g->seed << 32);
    for (unsigned i = 0; i < g->change_count; i++)
        if (g->changes[i].node == n.id)
            n.change = g->changes[i].how;
    if (g->nodes && n.change != 1 && g->node_count < MOST_NODES)
        g->nodes[g->node_count++] = (listed_node){n.id, ways};
    return n;
}

void end(generator *g, const node *n)
{
    g->random = n->outer;
}
