/* lanewise-bench: times the machine and every kernel with its rivals. README.md in this folder says how. */
#include <stdio.h>

#include "bench.h"

int main(int argc, char **argv)
{
    bench_options options;
    char reason[120];
    int code;
    if (!bench_options_parse(&options, argc, argv, &code))
        return code;
    if (!bench_can_time(reason, sizeof reason)) {
        fprintf(stderr, "lanewise-bench: nothing timed, because %s\n", reason);
        return 2;
    }
    if (!bench_device_present(&options)) {
        fprintf(stderr, "lanewise-bench: no device %s: %s\n", options.device, lw_last_error_message(NULL));
        return 2;
    }
    if (!bench_choose_engines(&options)) {
        fprintf(stderr, "lanewise-bench: no CPU device: %s\n", lw_last_error_message(NULL));
        return 2;
    }
    bench_describe(&options);
    bench_report_begin(&options);
    bench_machine(&options);
    bench_machine_cuda(&options);
    bench_memory(&options);
    bench_copy(&options);
    bench_graph(&options);
    bench_scaling(&options);
    bench_kernels(&options);
    bench_close_cpu();
    return bench_report_failed();
}
