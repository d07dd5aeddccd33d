/* The OpenCL twin on PoCL. The environment chooses one of PoCL's methods to make work-item loops. */
#include "fused.h"

#ifdef FUSED_HAVE_OPENCL

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem memory[FUSED_BUFFERS];

static bool fail(fused_entry *entry, const char *what, cl_int code)
{
    snprintf(entry->message, sizeof entry->message, "%s answers %d", what, code);
    return false;
}

static bool skip(fused_entry *entry, const char *why)
{
    entry->skipped = true;
    snprintf(entry->message, sizeof entry->message, "%s", why);
    return false;
}

/* Sets PoCL's options, and where its messages go. */
static bool set_environment(fused_entry *entry)
{
    char text[60];
    struct rlimit room = {(rlim_t)16 << 30, (rlim_t)16 << 30};
    setrlimit(RLIMIT_AS, &room); /* unrolling every work-item may need more memory than there is */
    snprintf(text, sizeof text, "%s/said", entry->folder);
    if (!freopen(text, "w", stderr))
        return false;
    setenv("POCL_CACHE_DIR", entry->folder, 1);
    snprintf(text, sizeof text, "%d", entry->threads);
    setenv("POCL_MAX_PTHREAD_COUNT", text, 1);
    return (entry->setting ? setenv("POCL_WORK_GROUP_METHOD", entry->setting, 1)
                           : unsetenv("POCL_WORK_GROUP_METHOD")) == 0;
}

static bool find_device(fused_entry *entry, cl_platform_id *platform, cl_device_id *device)
{
    cl_platform_id all[8];
    cl_uint count = 0;
    char name[100];
    if (clGetPlatformIDs(8, all, &count) != CL_SUCCESS)
        count = 0;
    for (cl_uint i = 0; i < count && i < 8; i++) {
        *platform = all[i];
        if (clGetPlatformInfo(all[i], CL_PLATFORM_NAME, sizeof name, name, NULL) == CL_SUCCESS &&
            !strcmp(name, "Portable Computing Language") &&
            clGetDeviceIDs(all[i], CL_DEVICE_TYPE_CPU, 1, device, NULL) == CL_SUCCESS)
            return true;
    }
    return skip(entry, "PoCL is not installed");
}

static bool set_arguments(fused_entry *entry)
{
    const fused_opencl *twin = &entry->subject->opencl;
    for (unsigned i = 0; i < FUSED_ARGUMENTS && twin->argument[i].kind != FUSED_END; i++) {
        const cl_uint number = twin->argument[i].number;
        const cl_float real = twin->argument[i].real;
        cl_int code = CL_SUCCESS;
        if (twin->argument[i].kind == FUSED_BUFFER)
            code = clSetKernelArg(kernel, i, sizeof memory[number], &memory[number]);
        else if (twin->argument[i].kind == FUSED_UINT)
            code = clSetKernelArg(kernel, i, sizeof number, &number);
        else
            code = clSetKernelArg(kernel, i, sizeof real, &real);
        if (code != CL_SUCCESS)
            return fail(entry, "clSetKernelArg", code);
    }
    return true;
}

static bool open_opencl(fused_entry *entry)
{
    const fused_opencl *twin = &entry->subject->opencl;
    cl_platform_id platform;
    cl_device_id device;
    cl_int code = CL_SUCCESS;
    if (!set_environment(entry) || !fused_host_buffers(entry) || !find_device(entry, &platform, &device))
        return false;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    if (code == CL_SUCCESS)
        queue = clCreateCommandQueue(context, device, 0, &code);
    if (code != CL_SUCCESS)
        return fail(entry, "clCreateCommandQueue", code);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&twin->source, NULL, &code);
    if (code == CL_SUCCESS)
        code = clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL);
    if (code == CL_SUCCESS)
        kernel = clCreateKernel(program, twin->kernel, &code);
    if (code != CL_SUCCESS)
        return fail(entry, "clBuildProgram", code);
    for (int i = 0; i < FUSED_BUFFERS; i++) /* a CPU's work-items use the host's own memory */
        if (entry->buffer[i]) {
            memory[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                       fused_bytes(&entry->subject->buffer[i]), entry->buffer[i], &code);
            if (code != CL_SUCCESS)
                return fail(entry, "clCreateBuffer", code);
        }
    return set_arguments(entry);
}

static bool run(fused_entry *entry)
{
    const fused_subject *subject = entry->subject;
    const fused_opencl *twin = &subject->opencl;
    int output = entry->data->output;
    cl_int code = CL_SUCCESS;
    const cl_uint zero = 0;
    if (subject->clears)
        code = clEnqueueFillBuffer(queue, memory[output], &zero, sizeof zero, 0, fused_bytes(&subject->buffer[output]),
                                   0, NULL, NULL);
    if (code == CL_SUCCESS)
        code = clEnqueueNDRangeKernel(queue, kernel, twin->global[1] ? 2 : 1, NULL, twin->global, twin->local, 0, NULL,
                                      NULL);
    if (code == CL_SUCCESS)
        code = clFinish(queue);
    return code == CL_SUCCESS || fail(entry, "clEnqueueNDRangeKernel", code);
}

/* PoCL replaces an unknown method by another one, and prints that. */
static bool method_is_known(const fused_entry *entry)
{
    char path[60], line[200];
    bool known = true;
    fflush(stderr);
    snprintf(path, sizeof path, "%s/said", entry->folder);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        known = known && !strstr(line, "Unknown work group generation method");
    if (file)
        fclose(file);
    return known;
}

static const void *output(fused_entry *entry)
{
    int which = entry->data->output;
    if (!method_is_known(entry))
        skip(entry, "this PoCL has no such method");
    cl_int code;
    void *mapped = clEnqueueMapBuffer(queue, memory[which], CL_TRUE, CL_MAP_READ, 0,
                                      fused_bytes(&entry->subject->buffer[which]), 0, NULL, NULL, &code);
    if (code == CL_SUCCESS)
        clEnqueueUnmapMemObject(queue, memory[which], mapped, 0, NULL, NULL);
    clFinish(queue);
    return entry->buffer[which];
}

bool fused_has_opencl(void)
{
    return true;
}

#else

static bool open_opencl(fused_entry *entry)
{
    (void)entry;
    return false;
}

static bool run(fused_entry *entry)
{
    (void)entry;
    return false;
}

static const void *output(fused_entry *entry)
{
    (void)entry;
    return NULL;
}

bool fused_has_opencl(void)
{
    return false;
}

#endif

const fused_way fused_by_opencl = {open_opencl, run, output};
