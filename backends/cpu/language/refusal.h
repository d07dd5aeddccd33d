/* What an overloaded name becomes for arguments that it does not take.
 *
 * A function with one parameter that nothing converts to. Its name says what to write instead, and so does the name of the
 * parameter's type: of the two, gcc prints the first in its error and clang the second.
 */
#ifndef LW_CPU_REFUSAL_H
#define LW_CPU_REFUSAL_H

#define LW_CPU_REFUSAL(result, says)                                                                                   \
    struct says {                                                                                                      \
        int never;                                                                                                     \
    };                                                                                                                 \
    result says(struct says, ...);

#endif
