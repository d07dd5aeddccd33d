/* Prefix sums, and the like, of tiles of at most 32 threads and of coalesced groups. */
#ifndef LANEWISE_CUDA_GROUPS_SCAN_H
#define LANEWISE_CUDA_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {
template <class Group, class T, class Operation>
LW_CUDA_GROUP T inclusive_scan(const Group &group, T value, Operation operation)
{
    for (unsigned by = 1; by < group.size(); by *= 2) {
        T before = group.shfl_up(value, by);
        if (group.thread_rank() >= by)
            value = operation(before, value);
    }
    return value;
}
template <class Group, class T> LW_CUDA_GROUP T inclusive_scan(const Group &group, T value)
{
    return inclusive_scan(group, value, plus<T>());
}
/* The first thread gets T(). */
template <class Group, class T, class Operation>
LW_CUDA_GROUP T exclusive_scan(const Group &group, T value, Operation operation)
{
    T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T> LW_CUDA_GROUP T exclusive_scan(const Group &group, T value)
{
    return exclusive_scan(group, value, plus<T>());
}
} // namespace cooperative_groups

#endif
