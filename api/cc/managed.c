#include "managed.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "object_file.h"
#include "process.h"
#include "tools.h"

void cc_managed_find(const char *object, cc_words *names)
{
    cc_object_file file;
    if (!cc_object_open(&file, object))
        return;
    for (size_t i = 0; i < file.symbols; i++) {
        const Elf64_Sym *symbol = &file.symbol[i];
        const Elf64_Shdr *section = cc_symbol_section(&file, symbol);
        if (section && ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT &&
            !strcmp(cc_section_name(&file, section), "lw_managed"))
            cc_words_add(names, file.names + symbol->st_name);
    }
    cc_object_close(&file);
}

int cc_managed_bind(const cc_options *options, const cc_words *names, const char *flag, const char *object)
{
    if (names->count == 0)
        return 0;
    cc_words command = {0};
    cc_words_add(&command, cc_objcopy(options));
    for (size_t i = 0; i < names->count; i++) {
        char *word = cc_format("%s=%s", flag, names->items[i]);
        cc_words_add(&command, word);
        free(word);
    }
    cc_words_add(&command, object);
    int status = cc_run(&command);
    cc_words_free(&command);
    return status;
}
