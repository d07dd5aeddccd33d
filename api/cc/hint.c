#include "hint.h"

#include <stdlib.h>
#include <string.h>

#include "hint_storage.h"
#include "includes.h"

#define INCLUDE "write #include <lanewise/kernel.h> at the head of the file"
#define TEMPLATE "kernels are C: write the text into a file that is included once for each type"
#define FRONT "write nothing in front of LW_KERNEL"
#define RUNTIME "write what <lanewise/host.h> has in place of CUDA's runtime (lw_malloc, lw_stream_synchronize ...)"

static const cc_hint hints[] = {
    {{NULL}, "LW_KERNEL(", true, CC_REACH_ALL, INCLUDE, CC_SPOT_WORD},
    {{NULL}, "LW_DECLARE_KERNEL(", true, CC_REACH_ALL, INCLUDE, CC_SPOT_WORD},
    {{NULL}, "LW_GLOBAL(", true, CC_REACH_ALL, INCLUDE, CC_SPOT_WORD},
    {{NULL}, "LW_CONSTANT(", true, CC_REACH_ALL, INCLUDE, CC_SPOT_WORD},
    {{NULL}, "LW_MANAGED(", true, CC_REACH_ALL, INCLUDE, CC_SPOT_WORD},
    {{NULL}, "LW_SHARED(", true, CC_REACH_ALL, INCLUDE, CC_SPOT_WORD},
    {{NULL}, "LW_DYNAMIC_SHARED(", true, CC_REACH_ALL, INCLUDE, CC_SPOT_WORD},
    {{"__device__"}, NULL, true, CC_REACH_ALL, INCLUDE, CC_SPOT_QUOTED},
    {{"__global__"}, NULL, true, CC_REACH_ALL, INCLUDE, CC_SPOT_QUOTED},
    {{"threadIdx"}, NULL, true, CC_REACH_ALL, INCLUDE, CC_SPOT_QUOTED},
    {{"blockIdx"}, NULL, true, CC_REACH_ALL, INCLUDE, CC_SPOT_QUOTED},
    {{"__syncthreads"}, NULL, true, CC_REACH_ALL, INCLUDE, CC_SPOT_QUOTED},
    {{NULL}, "__device__ ", true, CC_REACH_ALL, INCLUDE, CC_SPOT_WORD},
    {{NULL}, "__global__ ", true, CC_REACH_ALL, INCLUDE, CC_SPOT_WORD},
    {{NULL},
     "<<<",
     false,
     CC_REACH_LINE,
     "write lw_launch(kernel, lw_grid(stream, grid, block, dynamic_shared), arguments...) where CUDA writes <<<>>>",
     CC_SPOT_SAID},
    {{"__LW_DECLARE_KERNEL", "undeclared"},
     NULL,
     false,
     CC_REACH_NONE,
     "write LW_DECLARE_KERNEL(name, (type, parameter)...) before the launch",
     CC_SPOT_QUOTED},
    {{"cudaMallocManaged"},
     NULL,
     false,
     CC_REACH_NONE,
     "there is no managed memory: write lw_malloc() and lw_memcpy()",
     CC_SPOT_SAID},
    {{"function", "cuda"}, NULL, false, CC_REACH_NONE, RUNTIME, CC_SPOT_SAID},
    {{"unknown type name", "cuda"}, NULL, false, CC_REACH_NONE, RUNTIME, CC_SPOT_SAID},
    {{"__LW_DECLARE_KERNEL", "implicit declaration"},
     NULL,
     false,
     CC_REACH_NONE,
     "write LW_DECLARE_KERNEL(name, (type, parameter)...) before the launch",
     CC_SPOT_QUOTED},
    {{"causes a section type conflict"},
     NULL,
     false,
     CC_REACH_KIND,
     "write LW_GLOBAL(type, name) for a variable of the device: __device__ is for functions",
     CC_SPOT_SAID},
    {{"before", "_Static_assert"}, "LW_KERNEL(", false, CC_REACH_LINE, FRONT, CC_SPOT_WORD},
    {{"expected identifier or '('"}, " LW_KERNEL(", false, CC_REACH_LINE, FRONT, CC_SPOT_WORD},
    {{"attribute list cannot appear here"}, " LW_KERNEL(", false, CC_REACH_LINE, FRONT, CC_SPOT_WORD},
    {{NULL}, "template <", false, CC_REACH_LINE, TEMPLATE, CC_SPOT_WORD},
    {{NULL}, "template<", false, CC_REACH_LINE, TEMPLATE, CC_SPOT_WORD},
    {{NULL}, "constexpr ", false, CC_REACH_LINE, "write enum { NAME = value } where C++ has constexpr", CC_SPOT_WORD},
    {{"vla]"},
     "LW_SHARED(",
     false,
     CC_REACH_LINE,
     "LW_SHARED: the size must be a constant (#define or enum); where only the launch knows it, write "
     "LW_DYNAMIC_SHARED(type, name)",
     CC_SPOT_SIZE},
    {{"vla]"},
     NULL,
     false,
     CC_REACH_NONE,
     "write the size as an enum constant or a macro: C takes no const int for a constant, nvcc no size that is known only at "
     "run time",
     CC_SPOT_QUOTED},
    {{"lw_cast_arguments_to_all_float_or_all_double"},
     NULL,
     false,
     CC_REACH_NONE,
     "write casts, as in sqrt((double)n): nvcc, too, takes only float or only double",
     CC_SPOT_SAID},
};

static bool matches(const cc_hint *hint, const cc_record *record, const char *source)
{
    for (size_t i = 0; i < sizeof hint->said / sizeof *hint->said; i++)
        if (hint->said[i] && !strstr(record->text, hint->said[i]))
            return false;
    return !hint->source || strstr(source, hint->source);
}

const cc_hint *cc_hint_for(const cc_diagnostic *diagnostic, const cc_options *options, const char *input)
{
    const cc_record *record = &diagnostic->record[0];
    if (record->severity == CC_NOTE)
        return NULL;
    char *source = cc_without_colours(record->lines.count > 1 ? record->lines.items[1] : "");
    const cc_hint *found = NULL;
    for (size_t i = 0; i < sizeof hints / sizeof *hints && !found && record->severity == CC_ERROR; i++)
        if (matches(&hints[i], record, source) &&
            (!hints[i].without_header || !cc_includes(options, input, "lanewise/kernel.h", true)))
            found = &hints[i];
    if (!found)
        found = cc_storage_hint(record, source, input);
    free(source);
    return found;
}
