/* The names of the kinds of findings, in reports, suppressions and JSON. */
#include <string.h>

#include "finding.h"

static const emu_finding_class classes[EMU_FINDING_KINDS] = {
    [EMU_FOUND_OUT_OF_BOUNDS] = {"out-of-bounds", "memcheck", false, "An access beyond memory"},
    [EMU_FOUND_MISALIGNED] = {"misaligned", "memcheck", false, "An access whose address its size does not divide"},
    [EMU_FOUND_FREED] = {"use-after-free", "memcheck", false, "An access of freed memory"},
    [EMU_FOUND_FOREIGN] = {"illegal-address", "memcheck", false, "An access of memory that kernels may not reach"},
    [EMU_FOUND_READ_ONLY] = {"read-only", "memcheck", false, "A write to read-only memory"},
    [EMU_FOUND_RACE] = {"race", "racecheck", false, "Two accesses without an order, one of them a write"},
    [EMU_FOUND_SAME_VALUE] = {"race-of-same-value", "racecheck", true, "Two writes of one value without an order"},
    [EMU_FOUND_COMPARED] = {"race-before-compare", "racecheck", true,
                            "A plain read that races with atomics, whose value a compare-and-swap then looks for"},
    [EMU_FOUND_UNACQUIRED] = {"race-without-acquire", "racecheck", true,
                              "A race that only a barrier without a fence prevents"},
    [EMU_FOUND_UNINITIALISED] = {"uninitialised", "initcheck", false, "A read of what was never written"},
    [EMU_FOUND_ARITHMETIC] = {"arithmetic", "memcheck", false, "Arithmetic without a defined result"},
    [EMU_FOUND_SYNCHRONISATION] = {"synchronisation", "synccheck", false,
                                   "A wrong use of a barrier or another collective"},
    [EMU_FOUND_SHUFFLE] = {"shuffle-source", "synccheck", true, "A shuffle from a lane that takes no part"},
    [EMU_FOUND_ENDED] = {"ended-thread", "synccheck", true, "A barrier that threads have ended without"},
    [EMU_FOUND_CO_RESIDENT] = {"co-resident-blocks", "synccheck", true, "Blocks that wait for each other"},
    [EMU_FOUND_NOT_RESIDENT] = {"non-resident-blocks", "synccheck", false,
                                "Blocks that wait for each other in a grid that the device does not hold"},
    [EMU_FOUND_API] = {"api", "memcheck", false, "A wrong call of the host"},
    [EMU_FOUND_UNCHECKED] = {"unchecked-launch", "memcheck", true, "A failed launch whose status was not read"},
    [EMU_FOUND_LEAK] = {"leak", "memcheck", false, "Memory that was never freed"},
    [EMU_FOUND_UNUSED] = {"unused-memory", "initcheck", true, "Memory that was never written"},
    [EMU_FOUND_FAULT] = {"fault", "memcheck", false, "What ended a launch"},
    [EMU_FOUND_ENGINES] = {"engines-differ", "engines", false, "Engines that leave different memory"},
};

const emu_finding_class *emu_finding_class_of(emu_finding_kind kind)
{
    static const emu_finding_class other = {"other", "memcheck", false, "Another finding"};
    return kind < EMU_FINDING_KINDS && classes[kind].name ? &classes[kind] : &other;
}

bool emu_finding_kind_exists(const char *name)
{
    for (unsigned i = 0; i < EMU_FINDING_KINDS; i++)
        if (strcmp(emu_finding_class_of(i)->name, name) == 0)
            return true;
    return false;
}

bool emu_finding_tool_exists(const char *name)
{
    for (unsigned i = 0; i < EMU_FINDING_KINDS; i++)
        if (strcmp(emu_finding_class_of(i)->tool, name) == 0)
            return true;
    return false;
}
