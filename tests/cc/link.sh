# Part of cc.sh: kernels in the kernel language, linked and run on the CPU device.
for name in first second; do
    cat >$name.h <<END
#include <lanewise/launch.h>
LW_DECLARE_KERNEL($name, (int, n), (int *, out));
END
    cat >$name.c <<END
#include <lanewise/kernel.h>
#include "$name.h"
static __device__ int helper(int x) { return (int)fmaf((float)x, ${#name}, 0); } /* libm's, below FMA */
LW_KERNEL($name, (int, n), (int *, out))
{
    LW_SHARED(int, common, [64]);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    common[threadIdx.x] = helper(i);
    __syncthreads();
    if (i < n)
        out[i] = common[threadIdx.x];
}
END
done
cat >program.c <<'END'
#include <stdio.h>
#include "first.h"
#include "second.h"
int main(void)
{
    int *data, first_out[100], second_out[100], bad = 0;
    lw_device *device;
    if (lw_device_open(&device, "cpu") || lw_malloc(device, (void **)&data, sizeof first_out))
        return 2;
    lw_stream *stream = lw_default_stream(device);
    if (lw_launch(first, lw_linear(stream, 100, 64), 100, data) ||
        lw_memcpy(device, first_out, data, sizeof first_out, LW_MEMCPY_DEVICE_TO_HOST) ||
        lw_launch(second, lw_linear(stream, 100, 64), 100, data) ||
        lw_memcpy(device, second_out, data, sizeof second_out, LW_MEMCPY_DEVICE_TO_HOST)) {
        fprintf(stderr, "%s\n", lw_last_error_message(device));
        return 3;
    }
    for (int i = 0; i < 100; i++)
        bad += first_out[i] != 5 * i || second_out[i] != 6 * i;
    return lw_device_close(device) || bad;
}
END

# A library built with sanitizers wants a program with the same. It names __tsan_init weakly where it is not, too.
sanitize=
for kind in address undefined thread; do
    case $kind in address) name=__asan_init ;; undefined) name=__ubsan_handle ;; thread) name=__tsan_init ;; esac
    nm -D "$library/liblanewise.so" 2>/dev/null | grep -q " U $name" && sanitize="$sanitize -fsanitize=$kind"
done
link() { gcc $sanitize "$@" "-L$library" "-Wl,-rpath,$library" -llanewise -lm 2>>log; }

cc --no-cuda -O2 -Wall -Wextra -Werror -c first.c second.c &&
    gcc "-I$root/api" -c program.c -o program.o 2>>log &&
    link program.o first.o second.o -o program && ./program 2>>log
report $? "two kernel files with the same static names run, linked by plain cc"
if [ -z "$sanitize" ]; then
    cc --no-cuda -O2 first.c second.c program.o "-L$library" "-Wl,-rpath,$library" -o linked && ./linked 2>>log
    report $? "without -c kernel files are compiled and all is linked"
else
    skip "without -c kernel files are compiled and all is linked" "with $sanitize kernels would be instrumented"
fi
cc --no-cuda -O2 -shared -fPIC first.c "-L$library" -o libfirst.so && nm -D libfirst.so | grep -q 'first__kernel'
report $? "a shared library of kernels"
cc --no-cuda -fvisibility=hidden -O2 -c first.c second.c &&
    link program.o first.o second.o -o hidden && ./hidden 2>>log
report $? "with -fvisibility=hidden as well"
if [ -n "$nvcc" ]; then
    cuda -O2 -Wall -Wextra -Werror -c first.c second.c && [ ! -s log ] &&
        link program.o first.o second.o -o both && ./both 2>>log
    report $? "the same with CUDA copies, and no libstdc++"
else
    skip "the same with CUDA copies, and no libstdc++" "no nvcc"
fi
