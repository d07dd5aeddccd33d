/* A line of a kernel file, for tests that look for it in a report: kernels return no line themselves. */
#ifndef LANEWISE_TESTS_LINE_ABOVE_H
#define LANEWISE_TESTS_LINE_ABOVE_H

/* Defines `int name(void)`, which returns the number of the line that stands so many above. */
#define LINE_ABOVE(name, lines)                                                                                        \
    int name(void)                                                                                                     \
    {                                                                                                                  \
        return __LINE__ - (lines);                                                                                     \
    }

#endif
