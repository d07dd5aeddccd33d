/* Group U: kernels that a program loads while it runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lanewise/descriptor.h>

#include "../harness/arrays.h"
#include "../api/device/stream.h"
#include "../api/stream_gate.h"

/* A kernel file: y[i] = x[i] * factor + bias, and a count of the launches. */
static const char source[] =
    "#include <lanewise/kernel.h>\n"
    "LW_GLOBAL(int, u_launches) = 3;\n"
    "LW_KERNEL(u_scale, (char, bias), (int, n), (double, factor), (const float *, x), (float *, y))\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        y[i] = (float)(x[i] * factor + bias + EXTRA);\n"
    "    if (i == 0)\n"
    "        u_launches++;\n"
    "}\n";

/* add(int *p, int n): p[i] += u_term. */
static const char ptx[] = "// PTX\n"
                          ".version 7.8\n"
                          ".target sm_75\n"
                          ".address_size 64\n"
                          ".visible .global .align 4 .u32 u_term = 5;\n"
                          ".visible .entry u_add(.param .u64 p, .param .u32 n)\n"
                          "{\n"
                          ".reg .pred %q; .reg .b32 %r<8>; .reg .b64 %a<4>;\n"
                          "ld.param.u64 %a0, [p]; ld.param.u32 %r0, [n];\n"
                          "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
                          "mad.lo.u32 %r4, %r1, %r2, %r3;\n"
                          "setp.ge.u32 %q, %r4, %r0;\n"
                          "@%q ret;\n"
                          "mul.wide.u32 %a1, %r4, 4; add.u64 %a2, %a0, %a1;\n"
                          "ld.global.u32 %r5, [u_term]; ld.global.u32 %r6, [%a2];\n"
                          "add.u32 %r7, %r5, %r6; st.global.u32 [%a2], %r7; ret;\n"
                          "}\n";

enum { N = 1000 };

/* The compiler and headers of the build, where they are. It runs each time. */
static void use_tools_of_the_build(void)
{
    setenv("LANEWISE_CACHE_DISABLE", "1", 1);
    if (access(LW_TEST_CC, X_OK) == 0 && access(LW_TEST_INCLUDE, R_OK) == 0) {
        setenv("LANEWISE_CC", LW_TEST_CC, 0);
        setenv("LANEWISE_INCLUDE_DIR", LW_TEST_INCLUDE, 0);
    }
}

static lw_status compile(struct test *t, lw_library **library, const char *extra, char *log, size_t size)
{
    use_tools_of_the_build();
    /* nvcc takes most of the time, and the CPU does not need what it makes. */
    const char *const options[] = {"-O1", extra, on_cpu(t) ? "--no-cuda" : NULL, NULL};
    return lw_library_compile(t->device, library, source, "scale.c", options, log, size);
}

#define COMPILE(t, library, extra)                                                                                     \
    do {                                                                                                               \
        lw_status compiled = compile(t, library, extra, NULL, 0);                                                      \
        if (compiled == LW_ERROR_NOT_SUPPORTED)                                                                        \
            SKIP("no compiler of kernels here");                                                                       \
        CHECK_STATUS(compiled, LW_SUCCESS);                                                                            \
    } while (0)

static void launch_scale(struct test *t, const lw_kernel *kernel, float *arrays, double factor, bool pointers)
{
    lw_launch_config config = lw_linear(lw_default_stream(t->device), N, 128);
    struct {
        char bias;
        int n;
        double factor;
        const float *x;
        float *y;
    } arguments = {2, N, factor, arrays, arrays + N};
    const void *each[] = {&arguments.bias, &arguments.n, &arguments.factor, &arguments.x, &arguments.y};
    CHECK_STATUS(pointers ? lw_launch_pointers(kernel, config, each) : lw_launch_kernel(kernel, config, &arguments),
                 LW_SUCCESS);
}

TEST(row, U1_a_kernel_file_is_compiled_and_launched)
{
    static float x[2 * N], got[2 * N];
    lw_library *library;
    const lw_kernel *kernel, *same;
    const lw_symbol *launches;
    int count = 0;
    COMPILE(t, &library, "-DEXTRA=10");
    CHECK_STATUS(lw_library_get_kernel(library, "u_scale", &kernel), LW_SUCCESS);
    CHECK_STATUS(lw_library_get_kernel(library, "u_scale", &same), LW_SUCCESS);
    CHECK_STATUS(lw_library_get_symbol(library, "u_launches", &launches), LW_SUCCESS);
    CHECK(kernel == same);
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    float *arrays = array_of(t, x, sizeof x);
    CHECK(arrays != NULL);
    for (int way = 0; way < 2; way++) {
        CHECK_STATUS(lw_memset(t->device, arrays + N, 0, N * sizeof *arrays), LW_SUCCESS);
        CHECK_CALL(launch_scale(t, kernel, arrays, 0.5 + way, way));
        CHECK_CALL(array_read(t, got, arrays, sizeof got));
        for (int i = 0; i < N; i++)
            CHECK_EQUAL(got[N + i], (float)(i * (0.5 + way) + 12));
    }
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, &count, launches, sizeof count, 0), LW_SUCCESS);
    CHECK_EQUAL(count, 5);
    count = 40;
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, launches, &count, sizeof count, 0), LW_SUCCESS);
    CHECK_CALL(launch_scale(t, kernel, arrays, 1, true));
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, &count, launches, sizeof count, 0), LW_SUCCESS);
    CHECK_EQUAL(count, 41);

    CHECK_STATUS(lw_library_get_kernel(library, "u_launches", &kernel), LW_ERROR_INVALID_SYMBOL);
    CHECK_MESSAGE(t->device, "scale.c has no kernel u_launches");
    CHECK_STATUS(lw_library_get_symbol(library, "nothing", &launches), LW_ERROR_INVALID_SYMBOL);

    /* Its variable is memory of the device, and is forgotten with it. */
    void *address;
    lw_pointer_attributes attributes;
    CHECK_STATUS(lw_library_get_symbol(library, "u_launches", &launches), LW_SUCCESS);
    CHECK_STATUS(lw_symbol_get_address(t->device, &address, launches), LW_SUCCESS);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, address, &attributes), LW_SUCCESS);
    CHECK_EQUAL(attributes.space, LW_SPACE_DEVICE);
    CHECK_STATUS(lw_library_unload(library), LW_SUCCESS);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, address, &attributes), LW_SUCCESS);
    CHECK_EQUAL(attributes.space, LW_SPACE_UNREGISTERED);
    CHECK_STATUS(lw_library_get_kernel(library, "u_scale", &kernel), LW_ERROR_INVALID_HANDLE);
}

TEST(row, U1b_each_load_has_variables_of_its_own)
{
    enum { LOADS = 3 };
    static float x[2 * N];
    lw_library *libraries[LOADS];
    int count;
    float *arrays = array_of(t, x, sizeof x);
    CHECK(arrays != NULL);
    for (int i = 0; i < LOADS; i++)
        COMPILE(t, &libraries[i], "-DEXTRA=0");
    for (int i = 0; i < LOADS; i++) {
        const lw_kernel *kernel;
        CHECK_STATUS(lw_library_get_kernel(libraries[i], "u_scale", &kernel), LW_SUCCESS);
        for (int launch = 0; launch <= i; launch++)
            CHECK_CALL(launch_scale(t, kernel, arrays, 1, false));
    }
    for (int i = 0; i < LOADS; i++) {
        const lw_symbol *launches;
        CHECK_STATUS(lw_library_get_symbol(libraries[i], "u_launches", &launches), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_from_symbol(t->device, &count, launches, sizeof count, 0), LW_SUCCESS);
        CHECK_EQUAL(count, 3 + i + 1);
    }
    /* The handle's end unloads them. */
}

TEST(row, U2_the_compilers_log_names_the_line)
{
    char log[2000] = "old", small[8];
    lw_library *library;
    lw_status status = compile(t, &library, "-DEXTRA=missing", log, sizeof log);
    if (status == LW_ERROR_NOT_SUPPORTED)
        SKIP("no compiler of kernels here");
    CHECK_STATUS(status, LW_ERROR_COMPILE);
    CHECK_MESSAGE(t->device, "scale.c does not compile");
    if (!strstr(log, "missing") || !strstr(log, "scale.c") || !strstr(log, "7"))
        FAIL("the log is %s", log);
    CHECK_STATUS(compile(t, &library, "-DEXTRA=missing", small, sizeof small), LW_ERROR_COMPILE);
    CHECK_EQUAL(strlen(small), sizeof small - 1);
    CHECK_STATUS(compile(t, &library, "-DEXTRA=0", log, sizeof log), LW_SUCCESS);
    CHECK_EQUAL(log[0], 0);
    CHECK_STATUS(lw_library_compile(t->device, &library, NULL, NULL, NULL, NULL, 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "source is null");
}

/* Makes a shared library of the kernel file; false: no compiler. */
static bool make_shared(const struct test *t, const char *folder, char path[200])
{
    char file[200], command[1200];
    use_tools_of_the_build();
    snprintf(file, sizeof file, "%s/scale.c", folder);
    snprintf(path, 200, "%s/scale.so", folder);
    FILE *out = fopen(file, "w");
    if (!out)
        return false;
    fputs(source, out);
    fclose(out);
    snprintf(
        command, sizeof command,
        "${LANEWISE_CC:-lanewise-cc} -O1 %s -DEXTRA=0 -fPIC -c %s -o %s/scale.o >%s/log 2>&1 && cc -shared %s/scale.o -o "
        "%s >%s/log 2>&1",
        on_cpu(t) ? "--no-cuda" : "", file, folder, folder, folder, path, folder);
    return system(command) == 0;
}

TEST(row, U3_a_shared_library_of_kernels_is_loaded)
{
    static float x[2 * N];
    char folder[] = "/tmp/lanewise-test-XXXXXX", path[200];
    lw_library *first, *second, *third;
    const lw_kernel *kernel;
    int count;
    CHECK(mkdtemp(folder) != NULL);
    if (!make_shared(t, folder, path))
        SKIP("no compiler of kernels here");
    float *arrays = array_of(t, x, sizeof x);
    CHECK(arrays != NULL);
    CHECK_STATUS(lw_library_load(t->device, &first, path), LW_SUCCESS);
    CHECK_STATUS(lw_library_load(t->device, &second, path), LW_SUCCESS);
    size_t size = 0, room = 4 << 20;
    char *data = malloc(room);
    FILE *file = fopen(path, "rb");
    CHECK(data != NULL && file != NULL);
    size = fread(data, 1, room, file);
    fclose(file);
    CHECK_STATUS(lw_library_load_data(t->device, &third, data, size), LW_SUCCESS);
    free(data);
    lw_library *all[] = {first, second, third};
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(lw_library_get_kernel(all[i], "u_scale", &kernel), LW_SUCCESS);
        for (int launch = 0; launch < i; launch++)
            CHECK_CALL(launch_scale(t, kernel, arrays, 1, false));
    }
    for (int i = 0; i < 3; i++) {
        const lw_symbol *launches;
        CHECK_STATUS(lw_library_get_symbol(all[i], "u_launches", &launches), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_from_symbol(t->device, &count, launches, sizeof count, 0), LW_SUCCESS);
        CHECK_EQUAL(count, 3 + i);
        CHECK_STATUS(lw_library_unload(all[i]), LW_SUCCESS);
    }
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_EQUAL(system(command), 0);
}

TEST(row, U3b_what_is_no_library_is_refused)
{
    lw_library *library = NULL;
    CHECK_STATUS(lw_library_load(t->device, &library, "/nowhere/kernels.so"), LW_ERROR_FILE_NOT_FOUND);
    CHECK_MESSAGE(t->device, "/nowhere/kernels.so cannot be read");
    CHECK_STATUS(lw_library_load(t->device, &library, "/tmp"), LW_ERROR_FILE_NOT_FOUND);
    CHECK_STATUS(lw_library_load(t->device, &library, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "path is null");
    CHECK_STATUS(lw_library_load_data(t->device, &library, "hello", 5), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "neither a shared library nor CUDA's code");
    CHECK_STATUS(lw_library_load_data(t->device, &library, "\177ELF....", 8), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_library_load_data(t->device, &library, source, 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "size is 0");
    char elf[64] = "\177ELF\2\1\1"; /* the header of a shared library, and no more */
    elf[18] = 62;
    CHECK_STATUS(lw_library_load_data(t->device, &library, elf, sizeof elf), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "the system cannot load data");
    CHECK(library == NULL);
    if (strcmp(t->device_name, "cpu") == 0) {
        CHECK_STATUS(lw_library_load_data(t->device, &library, ptx, sizeof ptx), LW_ERROR_NO_KERNEL_IMAGE);
        CHECK_MESSAGE(t->device, "CUDA's code, which device cpu cannot run");
    }
}

/* The size of a fat binary that is linked into a program stands in its header. */
static size_t size_of_fat_binary(const void *image)
{
    struct {
        uint32_t magic;
        uint16_t version, header_size;
        uint64_t size;
    } header;
    memcpy(&header, image, sizeof header);
    return header.magic == 0xBA55ED50 ? header.header_size + header.size : 0;
}

TEST(row, U4_cudas_own_code_is_loaded, .cuda_only = true)
{
    int numbers[N], got[N], term = 0;
    lw_library *library, *fat;
    const lw_kernel *kernel;
    const lw_symbol *symbol;
    size_t offset, size;
    for (int i = 0; i < N; i++)
        numbers[i] = i;
    int *p = array_of(t, numbers, sizeof numbers);
    CHECK(p != NULL);
    CHECK_STATUS(lw_library_load_data(t->device, &library, ptx, strlen(ptx)), LW_SUCCESS);
    CHECK_STATUS(lw_library_get_kernel(library, "u_add", &kernel), LW_SUCCESS);
    CHECK_STATUS(lw_library_get_symbol(library, "u_term", &symbol), LW_SUCCESS);
    CHECK_STATUS(lw_kernel_get_parameter(kernel, 1, &offset, &size), LW_SUCCESS);
    CHECK(offset == 8 && size == 4);
    CHECK_STATUS(lw_kernel_get_parameter(kernel, 2, &offset, &size), LW_ERROR_INVALID_VALUE);
    int n = N;
    const void *arguments[] = {&p, &n};
    lw_launch_config config = lw_linear(lw_default_stream(t->device), N, 64);
    CHECK_STATUS(lw_launch_pointers(kernel, config, arguments), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, &term, symbol, sizeof term, 0), LW_SUCCESS);
    CHECK_EQUAL(term, 5);
    term = 100;
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, symbol, &term, sizeof term, 0), LW_SUCCESS);
    CHECK_STATUS(lw_launch_pointers(kernel, config, arguments), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, p, sizeof got));
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(got[i], i + 105);
    CHECK_STATUS(lw_library_get_kernel(library, "u_term", &kernel), LW_ERROR_INVALID_SYMBOL);
    CHECK_STATUS(lw_library_get_symbol(library, "u_add", &symbol), LW_ERROR_INVALID_SYMBOL);
    CHECK_STATUS(lw_library_unload(library), LW_SUCCESS);

    /* The fat binary of a kernel file of this program, from memory. */
    const void *image = LW_KERNEL_OF(stream_affine)->module->cuda_image;
    size = size_of_fat_binary(image);
    CHECK(size > 0);
    CHECK_STATUS(lw_library_load_data(t->device, &fat, image, size), LW_SUCCESS);
    CHECK_STATUS(lw_library_get_kernel(fat, "stream_affine", &kernel), LW_SUCCESS);
    CHECK(kernel != LW_KERNEL_OF(stream_affine));
    int factor = 2, one = 1;
    const void *affine[] = {&n, &p, &factor, &one};
    CHECK_STATUS(lw_launch_pointers(kernel, lw_linear(config.stream, N, 64), affine), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, p, sizeof got));
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(got[i], (i + 105) * 2 + 1);
    static const char wrong[] = ".version 7.8\n.target sm_75\n.address_size 64\n.visible .entry k() { nonsense; }\n";
    CHECK(lw_library_load_data(t->device, &library, wrong, sizeof wrong) != LW_SUCCESS ||
          lw_library_get_kernel(library, "k", &kernel) != LW_SUCCESS);
}

TEST(row, U5_arguments_by_pointers)
{
    size_t offset, size;
    int n = 3, factor = 2, term = 1, got[3], numbers[3] = {1, 2, 3}, *p = array_of(t, numbers, sizeof numbers);
    CHECK(p != NULL);
    const lw_kernel *kernel = LW_KERNEL_OF(stream_affine);
    lw_launch_config config = lw_linear(lw_default_stream(t->device), n, 32);
    const void *arguments[] = {&n, &p, &factor, &term};
    CHECK_STATUS(lw_launch_pointers(kernel, config, arguments), LW_SUCCESS);
    n = factor = term = 0; /* they were copied */
    CHECK_CALL(array_read(t, got, p, sizeof got));
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(got[i], numbers[i] * 2 + 1);
    static const size_t offsets[] = {0, 8, 16, 20}, sizes[] = {4, 8, 4, 4};
    for (unsigned i = 0; i < 4; i++) {
        CHECK_STATUS(lw_kernel_get_parameter(kernel, i, &offset, &size), LW_SUCCESS);
        CHECK(offset == offsets[i] && size == sizes[i]);
    }
    CHECK_STATUS(lw_kernel_get_parameter(kernel, 4, &offset, &size), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "index is 4, kernel stream_affine has 4 parameters");
    arguments[2] = NULL;
    CHECK_STATUS(lw_launch_pointers(kernel, config, arguments), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "arguments[2] is null");
    CHECK_STATUS(lw_launch_pointers(kernel, config, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_launch_pointers(NULL, config, arguments), LW_ERROR_INVALID_VALUE);
}

/* Unloading waits for the library's kernels. */
TEST(row, U6_unloading_waits)
{
    static float x[2 * N], got[2 * N];
    lw_library *library;
    const lw_kernel *kernel;
    COMPILE(t, &library, "-DEXTRA=1");
    float *arrays = array_of(t, x, sizeof x);
    CHECK(arrays != NULL);
    CHECK_STATUS(lw_library_get_kernel(library, "u_scale", &kernel), LW_SUCCESS);
    CHECK_CALL(launch_scale(t, kernel, arrays, 1, false)); /* loads the code */
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    for (int i = 0; i < 100; i++)
        CHECK_STATUS(lw_launch(stream_work, lw_grid(lw_default_stream(t->device), 8, 64, 0), 1000,
                               (unsigned *)(void *)(arrays + N)),
                     LW_SUCCESS);
    CHECK_CALL(launch_scale(t, kernel, arrays, 1, false));
    CHECK_STATUS(lw_library_unload(library), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, arrays, sizeof got));
    CHECK_EQUAL(got[N + 5], 3);
}
