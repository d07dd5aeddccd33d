/* Writes the C file with what a compiled kernel file tells the library (api/lanewise/descriptor.h), and the call that
 * gives kernels and variables to the CUDA runtime under the names by which clang's host code registers them. */
#include "lower.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_text(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

/* An assembler name can have characters that C's names have not: the C names are numbers. */
static void write_kernel(const lowering *of, size_t number, FILE *to)
{
    const lower_kernel *kernel = &of->kernel[number];
    unsigned count = LLVMCountParams(kernel->function);
    unsigned long long offset = 0;
    if (count)
        fprintf(to, "static const lw_parameter parameters_%zu[] = {", number);
    for (unsigned i = 0; i < count; i++) {
        const lower_parameter *parameter = &kernel->parameter[i];
        offset = lower_offset_of(offset, parameter);
        fprintf(to, "{%llu, %llu}, ", parameter->size, offset);
        offset += parameter->size;
    }
    if (count)
        fputs("};\n", to);
    fprintf(to, "HIDDEN void fiber_%zu(const void *) __asm__(\"%s__fiber\");\n", number, kernel->symbol);
    fprintf(to, "CHECKED_COPY(void checked_%zu(const void *) __asm__(\"%s__checked\");)\n", number, kernel->symbol);
    for (int level = 0; level < 3; level++)
        fprintf(to, "FUSED_COPY(const struct emu_fused_kernel fused_%zu_%d __asm__(\"%s__fused_%d\");)\n", number,
                level, kernel->symbol, level);
    /* Kernels that launch this one know its name (launches.c), and lw_library_get_kernel(). */
    fprintf(to, "FOUND lw_kernel kernel_%zu __asm__(\"%s__kernel\");\n", number, kernel->symbol);
    fprintf(to, "lw_kernel kernel_%zu = {\n    LW_DESCRIPTOR_VERSION, ", number);
    write_text(to, kernel->name);
    fputs(", ", to);
    write_text(to, kernel->file);
    fprintf(to, ", %u, &lw__module, %u, ", kernel->line, count);
    if (count)
        fprintf(to, "parameters_%zu, ", number);
    else
        fputs("0, ", to);
    fprintf(
        to,
        "%llu,\n    {fiber_%zu, 0, CHECKED(checked_%zu)}, FUSED(fused_%zu), %u, %u, {0, 0, 0}, {0, 0, 0}, {0, 0}};\n",
        kernel->arguments_size, number, number, number, kernel->most_threads, kernel->least_blocks);
}

static void write_symbol(const lowering *of, size_t number, FILE *to)
{
    const lower_symbol *symbol = &of->symbol[number];
    char *name = lower_source_name(symbol->name, true);
    fprintf(to, "%s char variable_%zu[] __asm__(\"%s\");\n", symbol->managed ? "extern" : "HIDDEN", number,
            symbol->name);
    if (symbol->initial)
        fprintf(to, "HIDDEN const char initial_%zu[] __asm__(\"%s\");\n", number, symbol->initial);
    if (symbol->initial && symbol->managed) /* before the program's own constructors */
        fprintf(to,
                "__attribute__((constructor(101))) static void initialize_%zu(void) { __builtin_memcpy(variable_%zu, "
                "initial_%zu, %llu); }\n",
                number, number, number, symbol->size);
    fprintf(to, "FOUND struct lw_symbol symbol_%zu __asm__(\"%s__symbol\");\n", number, symbol->name);
    fprintf(to, "LW_CPU_RECORD(\"lw_symbols\") struct lw_symbol symbol_%zu = {&lw__module, ", number);
    write_text(to, name);
    fprintf(to, ", variable_%zu, %llu, %u, %s, ", number, symbol->size, symbol->place.line,
            symbol->managed    ? "LW_SYMBOL_MANAGED"
            : symbol->constant ? "LW_SYMBOL_CONSTANT"
                               : "LW_SYMBOL_GLOBAL");
    write_text(to, symbol->place.file);
    fputs("};\n", to);
    free(name);
}

static void write_tables(const lowering *of, FILE *to)
{
    fputs("static const lw_cuda_kernel kernels[] = {\n", to);
    for (size_t i = 0; i < of->kernel_count; i++)
        fprintf(to, "    {\"%s\", &kernel_%zu},\n", of->kernel[i].symbol, i);
    fputs("    {0, 0}};\nstatic const lw_cuda_symbol symbols[] = {\n", to);
    for (size_t i = 0; i < of->symbol_count; i++)
        if (of->symbol[i].initial)
            fprintf(to, "    {\"%s\", &symbol_%zu, initial_%zu},\n", of->symbol[i].name, i, i);
        else
            fprintf(to, "    {\"%s\", &symbol_%zu, 0},\n", of->symbol[i].name, i);
    fputs("    {0, 0, 0}};\n"
          "static lw_cuda_file file = {LW_CUDA_FILE_ID, kernels, symbols, 0};\n"
          /* Before clang's constructors, which ask for the file, and after those of the runtime's library. */
          "__attribute__((constructor(101))) static void add_file(void) { lw_cuda_add_file(&file); }\n"
          "__attribute__((destructor(101))) static void remove_file(void) { lw_cuda_remove_file(&file); }\n",
          to);
}

/* A file of relocatable code registers its kernels and variables by such a function, which the device link defines. */
static void write_linked(const lowering *of, FILE *to)
{
    unsigned count = lower_linked_count(of);
    const char **id = lower_allocate(count, sizeof *id);
    lower_linked_ids(of, id);
    for (unsigned i = 0; i < count; i++)
        fprintf(
            to,
            "void __cudaRegisterLinkedBinary_%s(void (*add)(void **), const void *binary, const char *module, void "
            "(*added)(void *))\n{\n    (void)binary, (void)module, (void)added;\n    add((void **)(void *)&file);\n}\n",
            id[i]);
    free(id);
}

int lower_write_descriptors(const lowering *of, const char *path)
{
    FILE *to = fopen(path, "we");
    if (!to) {
        fprintf(stderr, "lanewise-lower-cuda: cannot write %s: %s\n", path, strerror(errno));
        return 1;
    }
    /* The module's file is the source, not this one. */
    fputs("#pragma GCC diagnostic ignored \"-Wbuiltin-macro-redefined\"\n#undef __BASE_FILE__\n#define __BASE_FILE__ ",
          to);
    write_text(to, of->input);
    fputs(
        "\n#include \"cuda/runtime/file.h\"\n"
        /* The fiber copy is an object of its own, and names the module as the others do. */
        "#ifdef LW_MODULE_HAS_FUSED\n#include \"../backends/cpu/language/module.h\"\n"
        "#else\n#define LW_MODULE_HAS_FUSED 1\n#include \"../backends/cpu/language/module.h\"\n"
        "#undef LW_MODULE_HAS_FUSED\n#endif\n"
        "#define HIDDEN extern __attribute__((visibility(\"hidden\")))\n"
        "#ifdef LW_CUDA_MODULE\n#define FOUND extern __attribute__((visibility(\"default\")))\n"
        "#else\n#define FOUND HIDDEN\n#endif\n"
        "#ifdef LW_MODULE_HAS_CHECKED\n#define CHECKED_COPY(declaration) HIDDEN declaration\n#define CHECKED(name) name\n"
        "#else\n#define CHECKED_COPY(declaration)\n#define CHECKED(name) 0\n#endif\n"
        "#ifdef LW_MODULE_HAS_FUSED\n"
        "#define FUSED_COPY(declaration) extern __attribute__((weak, visibility(\"hidden\"))) declaration\n"
        "#define FUSED(name) {&name##_0, &name##_1, &name##_2}\n"
        "#else\n#define FUSED_COPY(declaration)\n#define FUSED(name) {0, 0, 0}\n#endif\n",
        to);
    for (size_t i = 0; i < of->kernel_count; i++)
        write_kernel(of, i, to);
    for (size_t i = 0; i < of->symbol_count; i++)
        write_symbol(of, i, to);
    write_tables(of, to);
    write_linked(of, to);
    bool written = !ferror(to);
    if (fclose(to) != 0 || !written) {
        fprintf(stderr, "lanewise-lower-cuda: cannot write %s\n", path);
        return 1;
    }
    return 0;
}
