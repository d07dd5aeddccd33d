/* The catalogue of faults: kernels, each with its fault, or with `fixed` without it. The host gives each two arrays,
 * `g` and `h`, of `n` elements that are 0; n is the number of the grid's threads, or less if the entry is about its
 * end. The faulty lines end in a comment that says so: the report must name these and no others. */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include <lanewise/launch.h>

#define FAULT_PARAMETERS (int, fixed), (int *, g), (int *, h), (int, n)
#define FAULT_DECLARE(name) LW_DECLARE_KERNEL(fault_##name, (int, fixed), (int *, g), (int *, h), (int, n))

/* memory.c */
FAULT_DECLARE(write_end);
FAULT_DECLARE(read_before);
FAULT_DECLARE(guard);
FAULT_DECLARE(neighbour);
FAULT_DECLARE(misaligned);
FAULT_DECLARE(vector);
FAULT_DECLARE(dynamic);
FAULT_DECLARE(spill);
FAULT_DECLARE(private_array);
FAULT_DECLARE(freed);
FAULT_DECLARE(rows);
FAULT_DECLARE(overflow);
FAULT_DECLARE(constant);
FAULT_DECLARE(read_only);
FAULT_DECLARE(builtin_set);
FAULT_DECLARE(unused_load);
FAULT_DECLARE(by_value);
FAULT_DECLARE(row_end);

/* race.c */
FAULT_DECLARE(warp);
FAULT_DECLARE(block);
FAULT_DECLARE(tile);
FAULT_DECLARE(all_write);
FAULT_DECLARE(same_value);
FAULT_DECLARE(seventh_value);
FAULT_DECLARE(scan);
FAULT_DECLARE(warp_tail);
FAULT_DECLARE(warp_tail_global);
FAULT_DECLARE(grid_sum);
FAULT_DECLARE(test_maximum);
FAULT_DECLARE(read_before_swap);
FAULT_DECLARE(read_and_swap);
FAULT_DECLARE(plain_beside_atomic);
FAULT_DECLARE(count_from_zero);
FAULT_DECLARE(bytes);
FAULT_DECLARE(shuffle_fence);

/* order.c */
FAULT_DECLARE(no_release);
FAULT_DECLARE(polled);
FAULT_DECLARE(volatile_flag);
FAULT_DECLARE(block_fence);
FAULT_DECLARE(no_acquire);
FAULT_DECLARE(no_fence_of_reader);
FAULT_DECLARE(block_exchange);
FAULT_DECLARE(acquires_alone);
FAULT_DECLARE(relaxed_flag);
FAULT_DECLARE(block_release);
FAULT_DECLARE(failed_swap);
FAULT_DECLARE(lock);
FAULT_DECLARE(block_lock);

/* sync.c */
FAULT_DECLARE(some_wait);
FAULT_DECLARE(two_sites);
FAULT_DECLARE(loop);
FAULT_DECLARE(mask_without_self);
FAULT_DECLARE(mask_of_absent);
FAULT_DECLARE(shuffle_source);
FAULT_DECLARE(some_end);
FAULT_DECLARE(spin_block);
FAULT_DECLARE(spin_grid);
FAULT_DECLARE(spin_warp);
FAULT_DECLARE(grid_sync);

/* init.c */
FAULT_DECLARE(shared_first);
FAULT_DECLARE(short_memset);
FAULT_DECLARE(padding);
FAULT_DECLARE(plain);
FAULT_DECLARE(two_streams);
FAULT_DECLARE(async_copy);

#endif
