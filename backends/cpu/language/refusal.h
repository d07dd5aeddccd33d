/* The function of an overloaded name for arguments that it does not accept.
 *
 * Nothing converts to its parameter's type. The names of the function and of that type say what to write instead: gcc
 * prints the first in its error, clang the second.
 */
#ifndef LW_CPU_REFUSAL_H
#define LW_CPU_REFUSAL_H

#define LW_CPU_REFUSAL(result, says)                                                                                   \
    struct says {                                                                                                      \
        int never;                                                                                                     \
    };                                                                                                                 \
    result says(struct says, ...);

#endif
