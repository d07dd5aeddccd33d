/* The names of the kinds of findings, in reports, suppressions and JSON. */
#include <string.h>

#include "finding.h"

static const emu_finding_class classes[EMU_FINDING_KINDS] = {
    [EMU_FOUND_OUT_OF_BOUNDS] = {"out-of-bounds", "memcheck", false},
    [EMU_FOUND_MISALIGNED] = {"misaligned", "memcheck", false},
    [EMU_FOUND_FREED] = {"use-after-free", "memcheck", false},
    [EMU_FOUND_FOREIGN] = {"illegal-address", "memcheck", false},
    [EMU_FOUND_READ_ONLY] = {"read-only", "memcheck", false},
    [EMU_FOUND_RACE] = {"race", "racecheck", false},
    [EMU_FOUND_SAME_VALUE] = {"race-of-same-value", "racecheck", true},
    [EMU_FOUND_UNACQUIRED] = {"race-without-acquire", "racecheck", true},
    [EMU_FOUND_UNINITIALISED] = {"uninitialised", "initcheck", false},
    [EMU_FOUND_ARITHMETIC] = {"arithmetic", "memcheck", false},
    [EMU_FOUND_SYNCHRONISATION] = {"synchronisation", "synccheck", false},
    [EMU_FOUND_SHUFFLE] = {"shuffle-source", "synccheck", true},
    [EMU_FOUND_ENDED] = {"ended-thread", "synccheck", true},
    [EMU_FOUND_CO_RESIDENT] = {"co-resident-blocks", "synccheck", true},
    [EMU_FOUND_NOT_RESIDENT] = {"non-resident-blocks", "synccheck", false},
    [EMU_FOUND_API] = {"api", "memcheck", false},
    [EMU_FOUND_UNCHECKED] = {"unchecked-launch", "memcheck", true},
    [EMU_FOUND_LEAK] = {"leak", "memcheck", false},
    [EMU_FOUND_FAULT] = {"fault", "memcheck", false},
    [EMU_FOUND_ENGINES] = {"engines-differ", "engines", false},
};

const emu_finding_class *emu_finding_class_of(emu_finding_kind kind)
{
    static const emu_finding_class other = {"other", "memcheck", false};
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
