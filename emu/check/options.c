/* LANEWISE_CHECK: what `lanewise check` asks of the process, words between commas. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

emu_check_options emu_check_wanted;

static bool read_tool(const char *name)
{
    bool all = !strcmp(name, "all");
    bool memory = !strcmp(name, "memcheck"), races = !strcmp(name, "racecheck"), values = !strcmp(name, "initcheck"),
         meetings = !strcmp(name, "synccheck");
    emu_check_wanted.memory |= all || memory;
    emu_check_wanted.races |= all || races;
    emu_check_wanted.initialised |= all || values;
    emu_check_wanted.synchronisation |= all || meetings;
    return all || memory || races || values || meetings;
}

bool emu_check_options_read(char *message, size_t size)
{
    const char *text = getenv("LANEWISE_CHECK");
    emu_check_wanted = (emu_check_options){.most = 100, .result = -1};
    char *copy = strdup(text && *text ? text : "all"), *rest = 0;
    bool good = copy != 0;
    for (char *word = good ? strtok_r(copy, ",", &rest) : 0; good && word; word = strtok_r(0, ",", &rest)) {
        int number, length = 0;
        if (sscanf(word, "result=%d%n", &number, &length) == 1 && !word[length])
            emu_check_wanted.result = number;
        else if (sscanf(word, "errors=%d%n", &number, &length) == 1 && !word[length] && number >= 0)
            emu_check_wanted.most = (unsigned)number;
        else if (!strcmp(word, "leaks"))
            emu_check_wanted.leaks = true;
        else
            good = read_tool(word);
        if (!good)
            snprintf(message, size, "LANEWISE_CHECK holds \"%s\": it must be all, memcheck, racecheck, initcheck, synccheck, "
                     "leaks, errors=NUMBER or result=DESCRIPTOR, between commas", word);
    }
    free(copy);
    if (!(emu_check_wanted.memory || emu_check_wanted.races || emu_check_wanted.initialised ||
          emu_check_wanted.synchronisation))
        read_tool("all");
    return good;
}
