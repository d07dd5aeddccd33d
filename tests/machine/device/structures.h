/* Threads that each read and write members of a structure of their own, in arrays of structures. */
#ifndef MACHINE_STRUCTURES_H
#define MACHINE_STRUCTURES_H

#include <lanewise/launch.h>

enum { MACHINE_STRUCTURES_MOST = 2048 };

/* X(name, type of a member, number of members) */
/* clang-format off */
#define MACHINE_STRUCTURES(X)                                                                                          \
    X(u8_2, unsigned char, 2)                                                                                          \
    X(u8_3, unsigned char, 3)                                                                                          \
    X(u8_4, unsigned char, 4)                                                                                          \
    X(u16_2, unsigned short, 2)                                                                                        \
    X(u16_3, unsigned short, 3)                                                                                        \
    X(u16_7, unsigned short, 7)                                                                                        \
    X(u32_2, unsigned, 2)                                                                                              \
    X(u32_3, unsigned, 3)                                                                                              \
    X(u32_4, unsigned, 4)                                                                                              \
    X(u32_6, unsigned, 6)                                                                                              \
    X(float_3, float, 3)                                                                                               \
    X(float_4, float, 4)                                                                                               \
    X(double_2, double, 2)                                                                                             \
    X(double_3, double, 3)
/* clang-format on */

/* Some work that makes vectors pay; exact in each type. */
#define MACHINE_STRUCTURES_STEP(type, number, most)                                                                    \
    (number) = (type)((number) > (most) ? (number) - (most) : (number) + 7)
#define MACHINE_STRUCTURES_MIX(type, number)                                                                           \
    do {                                                                                                               \
        MACHINE_STRUCTURES_STEP(type, number, 31);                                                                     \
        MACHINE_STRUCTURES_STEP(type, number, 19);                                                                     \
        MACHINE_STRUCTURES_STEP(type, number, 25);                                                                     \
        MACHINE_STRUCTURES_STEP(type, number, 14);                                                                     \
        MACHINE_STRUCTURES_STEP(type, number, 23);                                                                     \
        MACHINE_STRUCTURES_STEP(type, number, 11);                                                                     \
        MACHINE_STRUCTURES_STEP(type, number, 17);                                                                     \
        MACHINE_STRUCTURES_STEP(type, number, 9);                                                                      \
    } while (0)

/* Consecutive structures, each of `members` numbers. Thread i below count, whose members are those of structure i:
 * sum[i] = 3 * the first member of `in` + its last one; all = members of `in` in reverse, each mixed and plus its
 * place; some = the same, but without the last member; own: each member, from the first to the last but one, grows
 * by the one after it. `order`: the first member of `to` becomes the second one of `from`, mixed; then the second
 * the sum of the first two of `from`, mixed. They may be the same array. */
#define MACHINE_STRUCTURES_DECLARE(name, type, members)                                                                \
    LW_DECLARE_KERNEL(machine_structures_##name, (int, count), (const type *, in), (type *, sum), (type *, all),       \
                      (type *, some), (type *, own));                                                                  \
    LW_DECLARE_KERNEL(machine_structures_order_##name, (int, count), (const type *, from), (type *, to));
MACHINE_STRUCTURES(MACHINE_STRUCTURES_DECLARE)

#endif
