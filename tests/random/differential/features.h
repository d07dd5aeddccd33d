/* The features of kernels, for the table of how often each occurs, and each pair. */
#ifndef DIFFERENTIAL_FEATURES_H
#define DIFFERENTIAL_FEATURES_H

/* clang-format off */
#define FEATURE_LIST(X)                                                                                                \
    X(guard, "guard (if (i < n))")                                                                                     \
    X(early_return, "early return")                                                                                    \
    X(grid_stride, "grid-stride loop")                                                                                 \
    X(no_guard, "no guard")                                                                                            \
    X(block_2d, "2-D blocks")                                                                                          \
    X(block_3d, "3-D blocks")                                                                                          \
    X(loop_constant, "loop, constant bound")                                                                           \
    X(loop_block, "loop, bound of the block")                                                                          \
    X(loop_thread, "loop, thread's own bound")                                                                         \
    X(loop_data, "loop, bound from memory")                                                                            \
    X(loop_rows, "loop from rows[i] to rows[i + 1]")                                                                   \
    X(loop_block_stride, "block-stride loop")                                                                          \
    X(loop_while, "while and do loops")                                                                                \
    X(nested, "nested loops")                                                                                          \
    X(break_loop, "break")                                                                                             \
    X(continue_loop, "continue")                                                                                       \
    X(and_or, "&& and ||")                                                                                             \
    X(else_if, "else-if chain")                                                                                        \
    X(switch_case, "switch")                                                                                           \
    X(conditional, "conditional expression")                                                                           \
    X(small_int, "int8 and int16")                                                                                     \
    X(wide_int, "int64")                                                                                               \
    X(unsigned_int, "unsigned")                                                                                        \
    X(real_double, "double")                                                                                           \
    X(real_half, "half")                                                                                               \
    X(vector_type, "vector types")                                                                                     \
    X(structure, "structures")                                                                                         \
    X(local_array, "local array")                                                                                      \
    X(function, "noinline device function")                                                                            \
    X(mathematics, "mathematics")                                                                                      \
    X(integer_divide, "integer division")                                                                              \
    X(gather, "gather a[idx[i]]")                                                                                      \
    X(offset, "a[i + k * c]")                                                                                          \
    X(row, "a[i * c + k]")                                                                                             \
    X(masked, "a[x & c]")                                                                                              \
    X(in_place, "output read again")                                                                                   \
    X(strided_store, "strided store")                                                                                  \
    X(shared_static, "static shared memory")                                                                           \
    X(shared_dynamic, "dynamic shared memory")                                                                         \
    X(shared_volatile, "volatile shared memory")                                                                       \
    X(barrier, "barrier")                                                                                              \
    X(barrier_loop, "barrier in a loop")                                                                               \
    X(barrier_if, "barrier in an if")                                                                                  \
    X(barrier_vote, "__syncthreads_count and its like")                                                                \
    X(exited, "barrier after early returns")                                                                           \
    X(tree, "tree or scan in shared memory")                                                                           \
    X(shuffle, "shuffle")                                                                                              \
    X(vote, "vote")                                                                                                    \
    X(tile, "tile of a warp")                                                                                          \
    X(coalesced, "coalesced group")                                                                                    \
    X(part_of_block, "collective by part of a block")                                                                  \
    X(part_of_warp, "collective by part of a warp")                                                                    \
    X(atomic_global, "global atomic")                                                                                  \
    X(atomic_shared, "shared atomic")                                                                                  \
    X(block_result, "thread 0 stores")                                                                                 \
    X(atomic_one, "atomics by all to one address")                                                                     \
    X(atomic_real, "atomic sum of floats")                                                                             \
    X(large_tile, "tile of several warps")                                                                             \
    X(copy_async, "asynchronous copy")                                                                                 \
    X(known_shape, "launch bounds or block size")
/* clang-format on */

#define FEATURE_NUMBER(name, text) F_##name,
typedef enum feature { FEATURE_LIST(FEATURE_NUMBER) FEATURES } feature;
#undef FEATURE_NUMBER

#endif
