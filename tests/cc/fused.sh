# Part of cc.sh: the fused copy, loops over lanes. It comes after link.sh, whose kernels it uses.
fused() { cc --no-cuda "--clang=$clang19" "--fuse=$fuse" "$@"; }
# The lines of clang for the bitcode and of lanewise-fuse for a level's object.
bitcode_has() { grep -e ' -emit-llvm ' log | grep -q -e "$1"; }
levels_have() { grep -e ' --object ' log | grep -q -e "$1"; }
warns() { says "lanewise-cc: warning: $1 stays on fibers, $2" && [ "$(wc -l <log)" = 1 ]; } # file, words; nothing else
# An object without a fused copy: the CPU copy's names are undefined and weak.
is_plain() { nm "$1" >names && grep -q ' w first__fused_0' names && ! grep -q ' [dDrR] .*__fused' names; }

refusals()
{
    refuses "--fused takes one of three words" "fused=maybe: it is auto, on or off" --fused=maybe
    for choice in --clang --fuse; do
        cc --no-cuda $choice=/nowhere/tool -c first.c -o out.o; [ $? = 1 ] && says "$choice names /nowhere/tool"
        report $? "a program that $choice names and that is not there"
    done
    printf '#!/bin/sh\nexit 0\n' >nothing && chmod +x nothing
    with="--clang=$work/nothing --fuse=$work/nothing"
    refuses "a level that does not exist" "'v5' is none of v2, v3, v4" $with --fused-levels=v3,v5
    for shapes in 0x1 256x 16x16x16 2048 1x1x1x1 16,x 1,2,3,4,5,6,7,8,9; do
        refuses "shapes that are none: $shapes" "it must be none, or up to 8 shapes" $with --fused-shapes=$shapes
    done
    refuses "shapes that are none, with --fused=off" "it must be none, or up to 8 shapes" --fused=off --fused-shapes=junk
    refuses "--fused=on where no level is left" "levels names none" $with --fused=on --fused-levels=,
    case $(gcc -dumpmachine) in
    x86_64*) refuses "--fused=on for 32 bits" "it is for 64-bit processors" $with --fused=on -m32 ;;
    esac
    cc --no-cuda --fused=off --clang=/nowhere/clang -c first.c -o off.o && [ ! -s log ] && ! nm off.o | grep -q __fused
    report $? "--fused=off: no fused copy, and nobody looks for tools"
}

# With tools that fail, each step in its turn.
failures()
{
    printf '#!/bin/sh\necho "first.c:1:2: note: so"; echo "first.c:3:4: error: because" >&2; exit 1\n' >failing
    printf '#!/bin/sh\nkill -SEGV $$\n' >crashing
    last=$(fused -### -c first.c && grep -o -e " --level=[0-9] " log | tail -n 1)
    printf '#!/bin/sh\ncase " $* " in *"%s"*) echo "error: no such level"; exit 1 ;; esac\nexec "%s" "$@"\n' \
        "$last" "$fuse" >late
    chmod +x failing crashing late
    cc --no-cuda "--clang=$work/failing" "--fuse=$fuse" -c first.c -o out.o &&
        warns first.c 'failing: first.c:3:4: error: because' && is_plain out.o
    report $? "a file that clang cannot compile stays on fibers, with a line that says why"
    cc --no-cuda --fused=on "--clang=$work/failing" "--fuse=$fuse" -c first.c -o gone.o
    [ $? = 1 ] && says 'error: because' && [ ! -e gone.o ]
    report $? "with --fused=on that is an error"
    cc --no-cuda "--clang=$clang19" "--fuse=$work/crashing" -c first.c -o out.o &&
        warns first.c 'crashing: it was ended by signal 11' && is_plain out.o
    report $? "so does one that lanewise-fuse ends at"
    cc --no-cuda "--clang=$clang19" "--fuse=$work/late" -c first.c -o out.o &&
        warns first.c 'late: error: no such level' && is_plain out.o
    report $? "and one that it cannot make for a level, the last"
    cat >forward_parameter.c <<'END'
#include <lanewise/kernel.h>
#include "first.h"
static __device__ int sum(int y; int x, int y) { return x + y; }
LW_KERNEL(first, (int, n), (int *, out))
{
    out[threadIdx.x] = sum(threadIdx.x, n);
}
END
    fused -c forward_parameter.c -o out.o && warns forward_parameter.c 'clang.*: forward_parameter.c:3:.* error: ' && is_plain out.o
    report $? "such as one in gcc's own C"
    rm -f broken.o
    fused -c broken.c -o broken.o; [ $? = 1 ] && says 'broken.c:1' && ! says 'stays on fibers' && [ ! -e broken.o ]
    report $? "a file that does not compile at all is complained of once"
}

# Whether lanewise-fuse makes the object that clang makes of its bitcode, byte for byte, from a file with the flags. Where
# code has many branches, blocks come before one in another order from bitcode, and registers are others.
is_clangs() # level, processor, flags of lanewise-cc...
{
    level=$1 processor=$2
    shift 2
    fused --fused=on "--fuse=$work/keeping" "$@" -O2 -c mixed.c -o out.o &&
        "$fuse" "--level=$level" --optimize -o made.bc kept.bc 2>>log &&
        "$fuse" "--level=$level" --optimize --object -o made.o kept.bc 2>>log || return 1
    case $processor in x86*) masks='-mllvm -disable-x86-domain-reassignment' ;; *) masks= ;; esac
    "$clang19" -w -O3 -Xclang -disable-llvm-passes -ffp-contract=off -mllvm -accel-tables=Disable -mllvm -disable-lsr \
        -mllvm -disable-early-taildup $masks $(for flag; do case $flag in -[gf]*) echo "$flag" ;; esac; done) \
        "--target=${processor%%-*}-linux-gnu" -fno-addrsig "-march=${processor#*-}" -x ir -c made.bc -o clang.o 2>>log &&
        cmp made.o clang.o 2>>log
}

same_objects()
{
    cat >mixed.c <<'END'
#include <lanewise/kernel.h>
LW_CONSTANT(float, factor);
LW_KERNEL(mixed, (int, n), (float *, out), (int *, count))
{
    LW_SHARED(float, tile, [64]);
    tile[threadIdx.x] = expf(out[threadIdx.x]) * factor;
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x] / (float)(n + atomicAdd(count, 1));
}
LW_KERNEL(plain, (float *, out))
{
    out[threadIdx.x] = out[threadIdx.x] * factor + 1.0f;
}
END
    printf '#!/bin/sh\nfor last; do :; done\ncp "$last" "%s"\nexec "%s" "$@"\n' "$work/kept.bc" "$fuse" >keeping
    chmod +x keeping
    case $(gcc -dumpmachine) in
    x86_64*)
        is_clangs 0 x86_64-x86-64-v2 && is_clangs 1 x86_64-x86-64-v3 && is_clangs 2 x86_64-x86-64-v4 &&
            objdump -d made.o | grep -q zmm && is_clangs 1 x86_64-x86-64-v3 -g -fPIC && is_clangs 1 x86_64-x86-64-v3 -fno-pic ;;
    *) is_clangs 0 aarch64-armv8-a && is_clangs 0 aarch64-armv8-a -g -fPIC && is_clangs 0 aarch64-armv8-a -fno-pic ;;
    esac
    report $? "a level's object is the one that clang makes of the same bitcode"
    if cross=$(command -v aarch64-linux-gnu-gcc); then
        is_clangs 0 aarch64-armv8-a "--host-cc=$cross"
        report $? "so it is for another processor"
    else
        skip "so it is for another processor" "no aarch64-linux-gnu-gcc"
    fi
}

objects()
{
    fused --fused=on -O2 -g -fPIC -Wall -Wextra -Werror -MD -c first.c -o with.o && [ ! -s log ] && nm with.o >names &&
        grep -q ' [dr] first__fused_0$' names && ! grep -q ' [wUDR] .*__fused_0' names && grep -q ' [dr] lw__module$' names
    report $? "the fused copies' names are the object's own"
    grep -q 'first\.h' with.d && grep -q 'device_fused\.h' with.d && ! grep -q "$work/tmp" with.d
    report $? "what it includes is in the dependency file"
    fused -v -fno-tree-vectorize --param max-inline-insns-single=7 -march=native -D'TEXT="a b"' -UX -I inc -O0 -c first.c \
        -o out.o && bitcode_has '-DTEXT="a b"' && bitcode_has ' -UX ' && bitcode_has ' -I inc ' &&
        bitcode_has '-DLW_CPU_FUSED=1' && ! bitcode_has 'tree-vectorize\|--param\|march=native\| -O0'
    report $? "what says what the source means reaches clang, what says how gcc optimises does not"
    fused -### -g -fPIC -c first.c -o dry.o && bitcode_has ' -g -fPIC ' && [ ! -e dry.o ] &&
        says ' --level=0 --shape=256x1 --shape=16x16 --shape=32x8 --shape=32x32 --optimize --object -o '
    report $? "-### shows its steps and runs none"
    fused -### -g -O0 -c first.c && ! says ' -emit-llvm ' && fused -### -O2 -g -O0 -c first.c && ! says ' -emit-llvm '
    report $? "-g -O0: no fused copy, so that breakpoints are hit"
    fused -### -g -O0 --fused=on -c first.c && says ' -emit-llvm ' && fused -### -g -O0 -O1 -c first.c && says ' -emit-llvm ' &&
        fused -### -g0 -O0 -c first.c && says ' -emit-llvm ' && fused -### -g -c first.c && says ' -emit-llvm '
    report $? "a fused copy with --fused=on, with optimisation, without -g"
    fused -g -O0 --fused-report -c first.c -o out.o && says '^no fused copy: -g -O0 is for a debugger'
    report $? "--fused-report says so"
    if command -v gdb >/dev/null && [ -z "$sanitize" ] && gdb -nx -batch -ex run --args true 2>&1 | grep -q 'exited normally'; then
        line=$(grep -n 'common\[threadIdx.x\] = helper' first.c | cut -d: -f1)
        fused -g -O0 -c first.c -o stopped.o && cc --no-cuda -c second.c && link program.o stopped.o second.o -o stopped &&
            LANEWISE_WORKERS=1 timeout 100 gdb -nx -batch -ex 'set pagination off' -ex "break first.c:$line" -ex run -ex 'print i' \
                -ex continue -ex 'print i' ./stopped >log 2>&1 </dev/null
        says "first__body .*first.c:$line\$" && says '^\$1 = 0$' && says '^\$2 = 1$'
        report $? "a breakpoint in a kernel of -g -O0 is hit by each thread, with its variables"
    else
        skip "a breakpoint in a kernel of -g -O0" "no gdb that runs this program"
    fi
    fused -### --fused-shapes=32x8,64x1x1 -c first.c && says ' --level=0 --shape=32x8 --shape=64x1x1 --optimize --object -o ' &&
        fused -### --fused-shapes=none -c first.c && says ' --level=0 --optimize --object -o '
    report $? "shapes of blocks that are asked for, or none"
    fused --fused-report --fused=on -O2 -c first.c second.c && says '^first: ' && says '^second: ' &&
        says '^first.c, ' && says '^second.c, '
    report $? "--fused-report tells of each kernel"
    (LANEWISE_CLANG=$clang19 LANEWISE_FUSE=$fuse cc --no-cuda --fused=on -c first.c -o out.o)
    report $? "the tools by the environment"
    case $(gcc -dumpmachine) in
    x86_64*)
        fused --fused=on --fused-levels=v3 -c first.c -o one.o && nm one.o | grep -q ' [dr] first__fused_1' &&
            nm one.o | grep -q ' w first__fused_0' && nm one.o | grep -q ' w first__fused_2'
        report $? "one level of three"
        fused -### -c first.c && levels_have ' --level=0 ' && levels_have ' --level=1 ' && levels_have ' --level=2 '
        report $? "all levels" ;;
    esac
    if cross=$(command -v aarch64-linux-gnu-gcc); then
        fused --fused=on "--host-cc=$cross" -O2 -c first.c -o cross.o && nm cross.o | grep -q ' [dr] first__fused_0' &&
            readelf -h cross.o | grep -q AArch64
        report $? "for another processor"
    else
        skip "for another processor" "no aarch64-linux-gnu-gcc"
    fi
    printf '#!/bin/sh\nexec sleep 60\n' >sleeping && chmod +x sleeping && rm -f out.o
    "$driver" "--include-dir=$root/api" --no-cuda "--clang=$work/sleeping" "--fuse=$fuse" -c first.c -o out.o >log 2>&1 &
    slow=$!
    for try in 1 2 3 4 5 6 7 8 9 10; do [ -n "$(ls tmp)" ] && break; sleep 0.1; done
    sleep 0.1; kill -TERM $slow; wait $slow 2>/dev/null
    [ $? = 143 ] && [ -z "$(ls tmp)" ] && [ ! -e out.o ]
    report $? "SIGTERM ends clang, too"
}

programs()
{
    fused --fused=on -O2 -c first.c second.c && link program.o first.o second.o -o fused_program &&
        LANEWISE_ENGINE=fiber ./fused_program 2>>log && LANEWISE_ENGINE=fused ./fused_program 2>>log
    report $? "two kernel files with the same static names run, fused"
    fused -O2 -c first.c -o part.o && cc --no-cuda --fused=off -O2 -c second.c &&
        link program.o part.o second.o -o half_fused && ./half_fused 2>>log
    report $? "beside one that is not"
    fused --fused=on -O2 -fPIC -c first.c -o pic.o && gcc -shared pic.o -o libpic.so 2>>log &&
        gcc $sanitize program.o second.o ./libpic.so "-L$library" "-Wl,-rpath,$library:." -llanewise -lm -o from_shared 2>>log &&
        ./from_shared 2>>log
    report $? "and from a shared library"

    # One macro that makes two variables of one name on one line: which is which only the compiler knows.
    cat >alike.c <<'END'
#include <lanewise/kernel.h>
#define ROUND(step) { LW_SHARED(int, tile, [64]); tile[threadIdx.x] = out[threadIdx.x] + step; __syncthreads(); \
    out[threadIdx.x] = tile[63 - threadIdx.x]; __syncthreads(); }
#define BOTH ROUND(1) ROUND(2)
LW_GLOBAL(int, rounds) = 5;
LW_CONSTANT(int, increment);
LW_KERNEL(alike, (int *, out))
{
    BOTH
    if (threadIdx.x == 0)
        rounds += increment;
}
LW_KERNEL(apart, (int *, out))
{
    ROUND(1)
    if (threadIdx.x == 0)
        rounds += increment;
}
END
    cat >alike_main.c <<'END'
#include <lanewise/launch.h>
#include <stdio.h>
LW_DECLARE_KERNEL(alike, (int *, out));
LW_DECLARE_KERNEL(apart, (int *, out));
LW_DECLARE_SYMBOL(rounds);
LW_DECLARE_SYMBOL(increment);
int main(int count, char **words)
{
    int *data, values[64], rounds, ten = 10;
    lw_kernel_attributes one, other;
    lw_device *device;
    if (lw_device_open(&device, "cpu") || lw_malloc(device, (void **)&data, sizeof values) ||
        lw_kernel_get_attributes(device, LW_KERNEL_OF(alike), &one) ||
        lw_kernel_get_attributes(device, LW_KERNEL_OF(apart), &other))
        return 2;
    for (int i = 0; i < 64; i++)
        values[i] = i;
    if (lw_memcpy(device, data, values, sizeof values, LW_MEMCPY_HOST_TO_DEVICE) ||
        lw_memcpy_to_symbol(device, LW_SYMBOL(increment), &ten, sizeof ten, 0) ||
        lw_launch(alike, lw_linear(lw_default_stream(device), 64, 64), data) ||
        lw_launch(apart, lw_linear(lw_default_stream(device), 64, 64), data) ||
        lw_memcpy(device, values, data, sizeof values, LW_MEMCPY_DEVICE_TO_HOST) ||
        lw_memcpy_from_symbol(device, &rounds, LW_SYMBOL(rounds), sizeof rounds, 0)) {
        fprintf(stderr, "%s\n", lw_last_error_message(device));
        return 3;
    }
    for (int i = 0; i < 64; i++)
        if (values[i] != 63 - i + 4)
            return 4;
    (void)words;
    return rounds != 25 ? 5 : one.static_shared != 512 || other.static_shared != 256 ? 6
           : one.fused != 0 || other.fused != (count == 1) ? 7 : 0;
}
END
    fused --fused=on -O2 -c alike.c && gcc "-I$root/api" -c alike_main.c -o alike_main.o 2>>log &&
        link alike_main.o alike.o -o alike && LANEWISE_ENGINE=fiber ./alike fibers 2>>log && ./alike 2>>log
    report $? "variables alike keep their kernel on fibers; other shared, global and constant ones are one for all copies"
}

clang19=${LW_TEST_CLANG:-$(command -v clang-19)} fuse=${LW_TEST_FUSE:-${LANEWISE_BUILD:-}/emu/fuse/lanewise-fuse}
refusals
if [ -n "$clang19" ] && [ -x "$fuse" ]; then
    failures
    objects
    same_objects
    programs
else
    skip "the fused copy" "no clang-19 or no lanewise-fuse"
fi
