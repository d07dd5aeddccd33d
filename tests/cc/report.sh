#!/bin/sh
# --fused-report: what it says of small kernels, and that it explains every kernel of the library that is not fused and
# every loop over lanes that is not vectorised. Prints TAP.
# usage: report.sh SOURCE_ROOT LANEWISE_CC CLANG LANEWISE_FUSE
suite=report
driver=$(realpath "$2") clang=$3 fuse=$(realpath "$4")
. "$(dirname "$0")/../language/tap.sh"
case $(uname -m) in
x86_64) levels='v2 v3 v4' ;;
*) levels=v8 ;;
esac
most_times=40 # as many instructions as a thread's may a kernel's loops over threads be

tell() # levels, file, flag...; the report is in $work/report
{
    told_levels=$1 told_file=$2
    shift 2
    "$driver" --no-cuda "--include-dir=$root/api" "--clang=$clang" "--fuse=$fuse" --fused=on --no-checked --fused-report \
        "--fused-levels=$told_levels" "$@" -O2 -w -c "$told_file" -o "$work/out.o" >"$work/report" 2>>"$work/log"
}
says() { grep -q -e "$1" "$work/report" || { echo "nowhere: $1" >>"$work/log"; cat "$work/report" >>"$work/log"; return 1; }; }

# What is wrong with a report: no reason, no sentence, or a kernel of the file that it does not name.
unexplained() # file
{
    grep -e ': fibers: *$' -e 'clang gives no reason' -e 'clang says:' "$work/report"
    # A region whose threads are not side by side says why in the next line.
    awk 'told && !/^    not vectorised.*: ./ { print "not explained: " told } { told = /: not vectorised$/ ? $0 : "" }
        END { if (told) print "not explained: " told }' "$work/report"
    for kernel in $(sed -n 's/^LW_KERNEL(\([a-z_0-9]*\).*/\1/p' "$1"); do
        grep -q -e "^$kernel: fused: ." -e "^$kernel: fibers: ." "$work/report" || echo "nothing of $kernel"
    done
}

cat >"$work/kinds.c" <<'END'
#include <lanewise/kernel.h>
LW_KERNEL(plain, (int, n), (float *, out))
{
    if ((int)threadIdx.x < n)
        out[threadIdx.x] += 1.0f;
}
LW_KERNEL(counts, (int *, out), (unsigned *, bins))
{
    out[threadIdx.x] = (int)atomicAdd(&bins[out[threadIdx.x] & 7], 1u);
}
LW_KERNEL(own_loop, (const int *, length), (int *, out))
{
    int sum = 0, n = length[threadIdx.x];
    for (int x = n; x != 1; x = x & 1 ? 3 * x + 1 : x / 2)
        sum++;
    out[threadIdx.x] = sum;
}
LW_KERNEL(keeps, (float *, out))
{
    float mine = out[threadIdx.x];
    __syncthreads();
    out[blockDim.x - 1 - threadIdx.x] = mine;
}
LW_KERNEL(spins, (volatile int *, flag))
{
    while (!*flag)
        ;
}
LW_KERNEL(enters, (volatile int *, out))
{
    int i = 0;
    if (out[0])
        goto inside;
    for (; i < 9; i++) {
        out[i] = i;
inside:
        out[i + 9] = i;
    }
}
/* The C library's own. */
#undef frexpf
#undef ldexpf
#undef modff
#undef remquof
LW_KERNEL(scales, (float *, out))
{
    out[threadIdx.x] = ldexpf(out[threadIdx.x], 3);
}
LW_KERNEL(parts, (float *, out), (int *, exponent))
{
    float whole, least;
    least = frexpf(modff(out[threadIdx.x], &whole), &exponent[threadIdx.x]);
    out[threadIdx.x] = remquof(least, whole, &exponent[blockDim.x]);
}
END
tell ${levels##* } "$work/kinds.c" && says '^plain: fused: ' && says '^  region 0, kinds.c:2-5: .*: vectorised, [0-9]* threads at once$'
report $? "a loop over lanes that is vectorised"
says 'not vectorised: there is no vector form of the call at kinds.c:9 (clang: call instruction cannot be vectorized)$'
report $? "one with an atomic is not, at its line"
says '^  region 0, kinds.c:11-16: .*: vectorised, [0-9]* threads at once$'
report $? "one with a loop of each thread's own is vectorised"
says '^  in memory, by thread: 1 value, made at kinds.c:21$' && says '^  region 1, kinds.c:.*: all threads, after a barrier: '
report $? "what lives across a barrier, and where it is kept"
says '^spins: fibers: how often a loop runs depends on memory that other threads may write meanwhile, at kinds.c:26$'
report $? "what stays on fibers, with its line"
says '^enters: fused: '
report $? "a loop that goto enters is made one that is entered at its head"
says 'not vectorised: there is no vector form of the call at kinds.c:47 (clang: library call cannot be vectorized)$'
report $? "one with a call of the C library is not vectorised, at its line"
says '^parts: fused: '
report $? "calls that answer through pointers are no reason for fibers"

cat >"$work/textures.c" <<'END'
#include <lanewise/kernel.h>
#include <lanewise/texture.h>
LW_KERNEL(points, (lw_texture_object, table), (lw_texture_object, picture), (float *, out))
{
    int i = (int)threadIdx.x;
    out[i] = 2.0f * tex1Dfetch(float, table, i) + tex2D(float, picture, (float)i, 0.5f);
}
END
tell ${levels##* } "$work/textures.c" && says '^  region 0, textures.c:.*: vectorised, [0-9]* threads at once$'
report $? "one with fetches without a filter has a vectorised version"
tell ${levels##* } "$work/kinds.c"

code() { objdump -d -j .text.lw_kernel "$work/out.o" | tail -n +4; }
code >"$work/code" && "$driver" --no-cuda "--include-dir=$root/api" "--clang=$clang" "--fuse=$fuse" --fused=on --no-checked \
    "--fused-levels=${levels##* }" -O2 -w -c "$work/kinds.c" -o "$work/out.o" 2>>"$work/log" &&
    [ -s "$work/code" ] && code | cmp - "$work/code" 2>>"$work/log" >&2
report $? "the code is the same without a report"

# Of x86-64 one level: v2's loops are v3's with shorter vectors, and scalar.sh below compiles v4's. Blocks of known shapes are left to that, too.
case $levels in
*v3*) kernel_levels=v3 ;;
*) kernel_levels=$levels ;;
esac
for file in "$root"/kernels/*.c; do
    tell "$kernel_levels" "$file" --fused-shapes=none && mv "$work/report" "$work/whole"
    told=$?
    for level in $kernel_levels; do
        awk -v level="$level" '/^[^ ]*, [^ ]*:$/ { here = $2 ~ level ":$" } here' "$work/whole" >"$work/report"
        [ $told = 0 ] && unexplained "$file" >"$work/wrong" && [ ! -s "$work/wrong" ]
        status=$?
        [ $status = 0 ] || cat "$work/wrong" >>"$work/log"
        report $status "$(basename "$file" .c)_$level"
        # The time to compile goes with the code that lanewise-fuse makes: "  code: N instructions, M times those of a thread".
        awk -v most=$most_times '/^[^ ]*: / { name = $1 }
            /^  code: / { print name, $0; found = 1; bad = bad || $4 > most }
            END { exit bad || !found }' "$work/report" >>"$work/log"
        report $? "$(basename "$file" .c)_${level}_code"
    done
done

# On AVX-512 accesses apart are made one by one: gathers and scatters are slower (emu/fuse/post/target_machine.c).
cat >"$work/apart.c" <<'END'
#include <lanewise/kernel.h>
LW_KERNEL(apart, (const float *, in), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = in[3 * i] + in[3 * i + 2];
    for (int distance = 8; distance > 0; distance /= 2)
        sum += __shfl_down_sync(LW_FULL_MASK, sum, distance);
    if (i % 16 == 0)
        out[i / 16] = sum;
}
END
if [ "${levels##* }" = v4 ]; then
    tell v4 "$work/apart.c" && code >"$work/code" && grep -q '%zmm' "$work/code" &&
        ! grep -e 'gather' -e 'scatter' "$work/code" >>"$work/log"
    report $? "no gather and no scatter on AVX-512"
fi

# kernels/README.md lists the library's loops that are not vectorised, at the highest level of x86-64.
if [ "${levels##* }" = v4 ]; then
    grep '^| lwk_.* | .* | .* | ' "$root/kernels/README.md" >"$work/listed"
    sh "$root/kernels/scalar.sh" "$driver" "--include-dir=$root/api" "--clang=$clang" "--fuse=$fuse" 2>>"$work/log" |
        tail -n +3 | diff "$work/listed" - >>"$work/log"
    report $? "the library's list"
fi
finish
