/* What kernels do to graphs: the value of a conditional node. */
#include "../language/child.h"
#include "cpu.h"

void lw_cpu_graph_set_conditional(unsigned long long handle, unsigned value)
{
    lw_conditional *conditional = lw_conditional_find(handle);
    if (conditional) /* of a number that is no handle, CUDA says nothing */
        atomic_store_explicit(&conditional->value, value, memory_order_release);
}
