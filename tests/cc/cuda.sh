# Part of cc.sh: the CUDA copy.
cuda_tests()
{
    cuda -O3 -g -c plain.c -o both.o && [ ! -s log ] && nm both.o | grep -q ' r lw_module_cuda_image'
    report $? "two copies in one object, the image a local symbol"
    cuda --no-checked -O3 -g -c plain.c -o both.o # a checked copy needs the library
    nm both.o | grep -q ' U '
    [ $? = 1 ] && readelf -SW both.o | grep 'note.GNU-stack' >stack && ! grep -q X stack
    report $? "the object needs nothing of CUDA, and no executable stack"
    sed 's/plain_/other_/' plain.c >other.c
    printf '#include <stdio.h>\nconst char *plain_image(void);\nconst char *other_image(void);\n' >main.c
    printf 'int main(void) { return plain_image() == other_image() || plain_image()[0] != other_image()[0] || %s; }\n' \
        '(unsigned long)plain_image() % 16' >>main.c
    cuda --no-checked -c plain.c other.c && gcc main.c plain.o other.o -o two && ./two
    report $? "two files with the same static names link with plain cc, each with its image"

    cuda -### -O2 -g -Wall -Werror -Wextra -DX=1 -U Y -I inc -isystem sys -include plain.h -iquote q -std=c11 -fPIC \
        -march=native -flto -ffp-contract=off -Xnvcc --verbose -c plain.c -o o.o
    device_has '-O2' && device_has ' -lineinfo' && device_has ' -DX=1 -UY' && device_has ' -I inc' &&
        device_has '-isystem sys' && device_has '-include plain.h' && device_has '-Xcompiler -iquote -Xcompiler q' &&
        device_has '-Werror=all-warnings' && device_has '-fmad=false' && device_has ' --verbose' &&
        device_has '-std=c++17'
    report $? "flags are translated for nvcc"
    device_has '-Wall\|-Wextra\|-fPIC\|-march\|-flto\|c11\|-fwrapv'
    [ $? = 1 ]
    report $? "flags of the C compiler alone do not reach nvcc"
    host_has '-DLW_MODULE_HAS_CUDA=1'
    report $? "the CPU copy knows of the image"
    cc "--nvcc=$nvcc" -### -c plain.c
    device_has 'arch=compute_80,code=sm_80 ' && device_has 'arch=compute_90,code=sm_90 ' &&
        device_has 'arch=compute_90,code=compute_90 '
    report $? "the default list of GPUs"
    cc "--nvcc=$nvcc" --cuda-arch=sm_90,compute_90 -c plain.c -o arch.o
    report $? "two GPUs in one image"
    cc "--nvcc=$nvcc" --cuda-arch=sm_90,turing -c plain.c; [ $? = 1 ] && says "'turing'"
    report $? "a GPU that is none"

    cuda -c nested.c -o nested.o && [ ! -s log ] && nm nested.o | grep -q ' r lw_module_cuda_image' &&
        ! nm nested.o | grep -q ' U .*cuda'
    report $? "a file that launches kernels from kernels is linked with the device runtime, in one image"
    cc "--nvcc=$nvcc" -### -c nested.c -o nested.o
    device_has ' -rdc=true' && device_has ' -dlink ' && device_has ' -lcudadevrt' && ! says 'compute_90,code=compute_90'
    report $? "its image holds no PTX"
    ln -sf "$root/api/lanewise" lanewise # the compiler then names the header without a folder before it
    cc "--nvcc=$nvcc" -### -I. -c nested.c -o nested.o && device_has ' -rdc=true' && device_has ' -dlink '
    report $? "the header of such files may lie in the user's own folder"
    rm lanewise
    cuda -v -c plain.c -o plain.o && ! says 'rdc=true' && ! says 'dlink'
    report $? "other files are compiled as before"
    mkdir -p notlanewise && : >notlanewise/device_launch.h && echo '#include "notlanewise/device_launch.h"' |
        cat - plain.c >apart.c
    cuda -v -c apart.c -o apart.o && ! says 'rdc=true' && ! says 'dlink'
    report $? "so is one with another header whose name ends alike"
    cc "--nvcc=$nvcc" --cuda-arch=compute_90 -c nested.c; [ $? = 1 ] && says 'name an sm_NN'
    report $? "a list without machine code"
    sed 's/nested_child, lw/elsewhere, lw/' nested.c >astray.c
    rm -f astray.o
    cuda -c astray.c; [ $? != 0 ] && [ ! -e astray.o ] && says 'elsewhere'
    report $? "a kernel of another file cannot be launched"

    cuda '-DPAIR(a,b)=a + b' '-DTEXT="x, y"' -c quoted.c -o quoted.o && [ ! -s log ]
    report $? "definitions with commas and quotes reach both copies alike"
    mkdir -p 'o,dd/in$c' && cp plain.c 'o,dd/' && cp plain.h 'o,dd/in$c/' &&
        cuda -MD -I 'o,dd/in$c' -c 'o,dd/plain.c' -o 'o,dd/plain.o' && nm 'o,dd/plain.o' | grep -q cuda_image
    report $? "paths that nvcc would take apart"

    cuda -MD -MF dep.d -MQ 'a target' -c plain.c -o dep.o && [ "$(grep -c ':' dep.d)" = 1 ] &&
        grep -q '^a\\ target: plain.c' dep.d && grep -q 'cuda_runtime.h' dep.d && ! grep -q "$TMPDIR" dep.d
    report $? "one rule with what both compilers read"
    [ "$(grep -c 'plain.h' dep.d)" = 1 ]
    report $? "a header that both read stands once"

    rm -f half.o
    cuda -c half.c; [ $? != 0 ] && [ ! -e half.o ] && says 'compiling half.c for CUDA' && says 'device only'
    report $? "an error in the CUDA copy alone"
    line_of() { grep -n "$1" log | head -1 | cut -d: -f1; }
    [ "$(line_of 'host speaks')" -lt "$(line_of 'device only')" ]
    report $? "the C compiler's diagnostics come first"
    cuda -c broken.c; [ $? = 1 ] && [ ! -e broken.o ] && ! says 'CUDA'
    report $? "an error in the CPU copy: nvcc's diagnostics are not mixed in"
    if clang=$(command -v clang); then
        cuda "--host-cc=$clang" -O2 -fPIC -c plain.c -o clang.o && gcc -shared clang.o -o clang.so
        report $? "two copies with clang"
    else
        skip "two copies with clang" "no clang"
    fi
}

cat >quoted.c <<'END'
static const char text[] = TEXT;
int quoted[PAIR(2, 3) + (int)sizeof text];
#ifdef __cplusplus
static_assert(PAIR(2, 3) == 5 && sizeof text == 5, "as in C");
#endif
END
cat >nested.h <<'END'
#include <lanewise/device_launch.h>
LW_DECLARE_KERNEL(nested_child, (int *, out));
LW_DECLARE_KERNEL(elsewhere, (int *, out));
END
cat >nested.c <<'END'
#include <lanewise/kernel.h>
#include "nested.h"
LW_KERNEL(nested_parent, (int *, out)) { lw_launch_device(nested_child, lw_device_linear(NULL, 1, 32), out); }
LW_KERNEL(nested_child, (int *, out)) { out[threadIdx.x] = 1; }
END
if [ -n "$nvcc" ]; then
    cuda_tests
else
    skip "the CUDA copy" "no nvcc"
fi
