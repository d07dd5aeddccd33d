/* Copies by all threads of a group. They are made when they are issued, which is allowed at any time before the wait. */
#ifndef LANEWISE_CUDA_GROUPS_MEMCPY_ASYNC_H
#define LANEWISE_CUDA_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

namespace cooperative_groups {
template <class Group, class To, class From>
LW_CUDA_GROUP void memcpy_async(const Group &group, To *to, const From *from, size_t size)
{
    size_t first = lw_cuda_copy_share((unsigned)group.thread_rank(), (unsigned)group.size());
    bool words = ((size_t)to | (size_t)from | size) % 4 == 0;
    if (words)
        for (size_t i = first; i < size / 4; i += group.size())
            ((unsigned *)to)[i] = ((const unsigned *)from)[i];
    else
        for (size_t i = first; i < size; i += group.size())
            ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
}
template <class Group> LW_CUDA_GROUP void wait(const Group &group)
{
    group.sync();
}
template <unsigned Prior, class Group> LW_CUDA_GROUP void wait_prior(const Group &group)
{
    group.sync();
}
} // namespace cooperative_groups

#endif
