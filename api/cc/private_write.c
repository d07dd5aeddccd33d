/* The second variables, and the tests of loads, in LLVM's text. */
#include "private.h"

#include <stdlib.h>
#include <string.h>

#include "computed.h"
#include "ir_type.h"

/* Of the file: numbers of debug information that has names of variables, each with its name, or "". */
static cc_words described;

/* The metadata by which no sanitizer looks at an instruction; the number is one that no file has. */
#define UNSEEN ", !nosanitize !4000000000\n"

static void put_name(const char *prefix, const char *of, FILE *out)
{
    size_t length;
    const char *at = of, *name = cc_ir_next_name(&at, &length);
    bool quoted = name[1] == '"';
    fprintf(out, "%%\"%s.%.*s\"", prefix, (int)(quoted ? length - 3 : length - 1), name + (quoted ? 2 : 1));
}

/* The pointer to the second variable's bytes, for a pointer; or the bytes that were loaded from there, for a loaded value. */
static void put_second(const char *of, FILE *out)
{
    put_name("lw.w", of, out);
}

/* What holds the pointer to the second variable, for a variable that holds a pointer. */
static void put_second_holder(const cc_private_variable *of, FILE *out)
{
    put_name("lw.h", of->name, out);
}

static unsigned alignment_of(const char *text)
{
    const char *at = strstr(text, ", align ");
    return at ? (unsigned)strtoul(at + strlen(", align "), NULL, 10) : 1;
}

static void put_set(const char *pointer, int value, size_t bytes, FILE *out)
{
    fputs("  call void @llvm.memset.p0.i64(ptr ", out);
    put_second(pointer, out);
    fprintf(out, ", i8 %d, i64 %zu, i1 false)" UNSEEN, value, bytes);
}

static bool holds(const cc_privates *all, const cc_private_variable *variable)
{
    size_t i = (size_t)(variable - all->variable);
    return variable->holds >= 0 && cc_private_of(all, variable->name) == (int)i &&
           cc_private_of(all, all->variable[variable->holds].name) >= 0 && !variable->clouded;
}

static void put_variable(const cc_privates *all, const cc_private_variable *variable, FILE *out)
{
    fputs("  ", out);
    put_second(variable->name, out);
    fprintf(out, " = alloca %.*s, align %u\n", (int)cc_ir_length(variable->type), variable->type,
            alignment_of(variable->type));
    put_set(variable->name, 0, variable->bytes, out);
    if (!holds(all, variable))
        return;
    fputs("  ", out);
    put_second_holder(variable, out);
    fputs(" = alloca ptr, align 8\n  store ptr null, ptr ", out);
    put_second_holder(variable, out);
    fputs(", align 8\n", out);
}

/* The variable for one pointer that the name is of, if it points to what is known. */
static const cc_private_variable *holder_of(const cc_privates *all, const char *name)
{
    int number = cc_private_of(all, name);
    if (number < 0)
        return NULL;
    const cc_private_variable *one = &all->variable[number];
    size_t length = strcspn(one->name, " ");
    bool itself = !strncmp(one->name, name, length) && strchr(", \n)", name[length]);
    return itself && cc_starts_with(one->type, "ptr,") && holds(all, one) ? one : NULL;
}

static void put_element(const char *name, const char *made, const char *base, FILE *out)
{
    size_t length;
    fputs("  ", out);
    put_second(name, out);
    fprintf(out, " = %.*s", (int)(base - made), made);
    put_second(base, out);
    cc_ir_next_name(&base, &length);
    fputs(base, out);
}

/* An integer type for as many bytes; 0: there is none. */
static unsigned bits_of(size_t bytes)
{
    return bytes && bytes <= 16 && !(bytes & (bytes - 1)) ? 8 * (unsigned)bytes : 0;
}

static void put_store(const cc_privates *all, const char *line, const cc_ir_store *store, FILE *out)
{
    cc_ir_size size;
    const cc_private_variable *holder = holder_of(all, store->pointer);
    int number = cc_ir_number(&all->loaded, store->value);
    if (!cc_ir_size_of(store->type, &size))
        size.bytes = 1;
    unsigned bits = bits_of(size.bytes);
    if (!bits) {
        put_set(store->pointer, -1, size.bytes, out);
    } else {
        fprintf(out, "  store i%u ", bits);
        if (number >= 0 && all->load[number].copied && cc_private_of(all, store->value) < 0)
            put_second(store->value, out);
        else
            fputs("-1", out);
        fputs(", ptr ", out);
        put_second(store->pointer, out);
        fprintf(out, ", align %u\n", alignment_of(line));
    }
    if (!holder)
        return;
    fputs("  store ptr ", out);
    if (cc_private_of(all, store->value) >= 0)
        put_second(store->value, out);
    else
        fputs("null", out);
    fputs(", ptr ", out);
    put_second_holder(holder, out);
    fputs(", align 8\n", out);
}

/* The number of the variable's debug information, which will be described; -1: it has none. */
static long description_of(const cc_privates *all, const char *pointer)
{
    int number = cc_private_of(all, pointer);
    long of = number >= 0 ? all->variable[number].described : -1;
    char *text = cc_format("!%ld", of);
    bool known = false;
    for (size_t i = 0; i < described.count && !known; i += 2)
        known = !strcmp(described.items[i], text);
    if (of >= 0 && !known) {
        cc_words_add(&described, text);
        cc_words_add(&described, "");
    }
    free(text);
    return of;
}

/* The test of a used value: some of its bytes are unwritten, or all. */
static void put_test(const cc_privates *all, const char *line, const char *name, const cc_ir_load *load, size_t bytes,
                     FILE *out)
{
    static unsigned tests;
    long of = description_of(all, load->pointer);
    unsigned test = tests++, bits = bits_of(bytes);
    fprintf(out, "  %%lw.bad.%u = icmp ne i%u ", test, bits);
    put_second(name, out);
    fprintf(out, ", -1\n  %%lw.whole.%u = icmp eq i%u ", test, bits);
    put_second(name, out);
    fprintf(out, ", 0\n  call void @lw.test(i1 %%lw.bad.%u, i1 %%lw.whole.%u, i64 %zu, ptr ", test, test, bytes);
    if (of >= 0)
        fprintf(out, "@lw.name.%ld)", of);
    else
        fputs("null)", out);
    cc_ir_end_line(line, out);
}

static void put_load(const cc_privates *all, const char *line, const char *name, const cc_ir_load *load, FILE *out)
{
    int number = cc_ir_number(&all->loaded, name);
    const cc_private_load *one = number >= 0 ? &all->load[number] : NULL;
    const cc_private_variable *holder = holder_of(all, load->pointer);
    if (holder && cc_private_of(all, name) >= 0) {
        fputs("  ", out);
        put_second(name, out);
        fputs(" = load ptr, ptr ", out);
        put_second_holder(holder, out);
        fputs(", align 8\n", out);
    } else if (one && (one->copied || one->used)) {
        fputs("  ", out);
        put_second(name, out);
        fprintf(out, " = load i%u, ptr ", bits_of(one->bytes));
        put_second(load->pointer, out);
        fprintf(out, ", align %u\n", alignment_of(line));
        if (one->used)
            put_test(all, line, name, load, one->bytes, out);
    }
}

/* `result`: what the call returns, its first argument; or null. */
static void put_call(const cc_privates *all, const char *called, const char *result, FILE *out)
{
    const char *at = strchr(called, '('), *size = cc_ir_third(called);
    const char *second = at ? at + 1 + cc_ir_length(at + 1) : NULL;
    if (!size || *second != ',' || !cc_ir_moves(called))
        return;
    const char *to = memchr(at, '%', (size_t)(second - at)), *from = memchr(second, '%', (size_t)(size - second));
    if (!to || cc_private_of(all, to) < 0)
        return;
    bool copies = from && cc_private_of(all, from) >= 0;
    fprintf(out, "  call void @llvm.%s.i64(ptr ", copies ? "memmove.p0.p0" : "memset.p0");
    put_second(to, out);
    fputs(copies ? ", ptr " : ", i8 -1", out);
    if (copies)
        put_second(from, out);
    fprintf(out, ", i64 %.*s, i1 false)" UNSEEN, (int)strcspn(size, ",)"), size);
    if (!result)
        return;
    fputs("  ", out);
    put_second(result, out);
    fputs(" = getelementptr i8, ptr ", out);
    put_second(to, out);
    fputs(", i64 0\n", out);
}

/* A variable's life begins: nothing of it is written. */
static void put_life(const cc_privates *all, const char *called, FILE *out)
{
    const char *pointer = strchr(called, '%');
    int number = pointer ? cc_private_of(all, pointer) : -1;
    if (number >= 0)
        put_set(pointer, 0, all->variable[number].bytes, out);
}

static bool is_left_out(const cc_privates *all, const char *line)
{
    const char *called = cc_ir_called(line), *pointer = called ? strchr(called, '%') : NULL;
    return pointer && cc_starts_with(called, "@emu_") &&
           (cc_starts_with(called, "@emu_undefined_structure(") ||
            cc_starts_with(called, "@emu_access_structure_read(")) &&
           cc_private_of(all, pointer) >= 0;
}

static void write_line(const cc_privates *all, const cc_computed *computed, size_t number, FILE *out)
{
    const char *line = all->function->lines.items[number], *name, *made = cc_ir_made(line, &name);
    const char *base = made ? cc_ir_element_of(made) : NULL, *called = cc_ir_called(line);
    cc_ir_store store;
    cc_ir_load load;
    /* Debuggers show the fiber copy's variables. Here they cost clang half of its time. */
    if (is_left_out(all, line) || cc_starts_with(line, "    #dbg_"))
        return;
    cc_computed_write(computed, number, line, out);
    if (base && cc_private_of(all, base) >= 0)
        put_element(name, made, base, out);
    else if (made && cc_starts_with(made, "alloca ") && cc_private_of(all, name) >= 0)
        put_variable(all, &all->variable[cc_private_of(all, name)], out);
    else if (made && cc_ir_read_load(made, &load) && cc_private_of(all, load.pointer) >= 0)
        put_load(all, line, name, &load, out);
    else if (cc_ir_read_store(line, &store) && cc_private_of(all, store.pointer) >= 0)
        put_store(all, line, &store, out);
    else if (called && cc_starts_with(called, "@llvm.lifetime.start"))
        put_life(all, called, out);
    else if (called && strstr(line, "call "))
        put_call(all, called, made ? name : NULL, out);
}

void cc_private_write(const cc_privates *all, FILE *out)
{
    cc_computed computed;
    cc_computed_find(&computed, all);
    for (size_t i = 0; i < all->function->lines.count; i++)
        write_line(all, &computed, i, out);
    cc_computed_free(&computed);
}

void cc_private_describe(const char *line, FILE *out)
{
    const char *name = line[0] == '!' ? strstr(line, " = !DILocalVariable(name: \"") : NULL;
    fputs(line, out);
    for (size_t i = 0; name && i < described.count; i += 2)
        if (strlen(described.items[i]) == (size_t)(name - line) &&
            !strncmp(described.items[i], line, (size_t)(name - line))) {
            const char *begin = strchr(name, '"') + 1;
            if (!cc_starts_with(begin, "lw_")) /* of our own macros */
                cc_words_put(&described, i + 1, cc_format("%.*s", (int)strcspn(begin, "\""), begin));
        }
}

void cc_private_declare(bool has_set, bool has_move, FILE *out)
{
    cc_computed_declare(out);
    if (!has_set)
        fputs("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)\n", out);
    if (!has_move)
        fputs("declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1 immarg)\n", out);
    fputs("declare void @emu_access_private(ptr, i64, i32) cold inaccessiblememonly nounwind\n"
          "define internal void @lw.test(i1 %bad, i1 %whole, i64 %size, ptr %name) alwaysinline nounwind {\n"
          "  br i1 %bad, label %found, label %done\n"
          "found:\n"
          "  %all = zext i1 %whole to i32\n"
          "  call void @emu_access_private(ptr %name, i64 %size, i32 %all)\n"
          "  br label %done\n"
          "done:\n"
          "  ret void\n"
          "}\n"
          "!4000000000 = !{}\n",
          out);
    for (size_t i = 0; i < described.count; i += 2)
        fprintf(out, "@lw.name.%s = private unnamed_addr constant [%zu x i8] c\"%s\\00\"\n", described.items[i] + 1,
                strlen(described.items[i + 1]) + 1, described.items[i + 1]);
    cc_words_free(&described);
}
