# Part of cc.sh: a file with host code alone is compiled by the C compiler, for nothing else. Uses files of link.sh.
cat >host_file.c <<'END'
#include <stdlib.h>
#include <lanewise/host.h>
__attribute__((visibility("hidden"))) int class_of(int n);
static int runs;
__attribute__((constructor)) static void run(void) { runs++; }
int main(void)
{
    int *class = malloc(sizeof *class), n = runs, length[n];
    length[0] = n, *class = length[0];
    return class_of(*class) - 1;
}
int class_of(int n) { return n; }
END
printf '#!/bin/sh\nexit 1\n' >nvcc-fails && chmod +x nvcc-fails
cc --nvcc="$work/nvcc-fails" -O2 -Wall -Wextra -Werror -MD -c host_file.c -o host_file.o && [ ! -s log ] &&
    ! nm host_file.o | grep -q -e emu_ -e lw_ && nm host_file.o | grep -q ' T class_of' && grep -q 'host_file.o: .*host_file.c' host_file.d
report $? "what C++ refuses, no nvcc, one copy"
gcc host_file.o -o host_file && ./host_file
report $? "it runs, each constructor once"
cc --nvcc="$work/nvcc-fails" -v -c host_file.c -o host_file.o && ! says ' -fwrapv ' && ! says ' -std=gnu11 ' && ! says ' -fatbin '
report $? "with the user's flags alone"
rm -f host_file.o
cc --no-cuda -Werror=vla -c host_file.c -o host_file.o
[ $? = 1 ] && says 'error: .*variable.length array' && [ ! -e host_file.o ]
report $? "an error of the C compiler's"
sed 's/.*class_of(\*class).*/return lw_launch(first, (n + 127) \/ 128, 128, n, class);/; s/host.h/host.h>\n#include "first.h"\n#include <stdio.h/' \
    host_file.c >host_launch.c
cc --no-cuda -c host_launch.c -o host_file.o
[ $? = 1 ] && says 'error: .*config is lw_grid(stream' && [ "$(grep -c 'error: ' log)" = 1 ] && ! says "$root/api"
report $? "messages about launches are as those of kernel files"
printf '#include <lanewise/host.h>\nLW_KERNEL(k, (int *, x))\n{\n    *x = 1;\n}\n' >forgotten.c
cc --no-cuda -c forgotten.c -o host_file.o
[ $? = 1 ] && says 'error: .*write #include <lanewise/kernel.h>'
report $? "a kernel without its header"
printf '#include <lanewise/kernel.h>\n' >own.h && sed 's|<lanewise/kernel.h>|"own.h"|' first.c >through.c
cc --no-cuda -c through.c -o through.o && nm through.o | grep -q first__checked
report $? "a kernel file that includes the header through another one"
if [ -z "$sanitize" ]; then
    cc --no-cuda -O2 program.c first.c second.c "-L$library" "-Wl,-rpath,$library" -o linked && ./linked 2>>log
    report $? "kernel files and host files to a program, by one command"
else
    skip "kernel files and host files to a program, by one command" "the library has sanitizers"
fi
