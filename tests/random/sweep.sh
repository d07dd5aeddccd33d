#!/bin/sh
# Makes, compiles and runs COUNT random programs on the devices named: "cpu" is fibers under ten schedules each, "fused"
# the loops over lanes at every level of this processor.
# usage: sweep.sh BUILD COUNT DEVICE...
#
# BUILD is a build directory that holds random-programs, lanewise-cc, lanewise-fuse and liblanewise; the programs are made
# in BUILD/random. FLAGS goes to lanewise-cc (else each file has other options of the fused copy), JOBS says how many run at
# once, LEVELS which levels (v2 v3 v4) are compiled and run.
set -eu
build=$(readlink -f "$1") count=$2
shift 2
source=$(readlink -f "$(dirname "$0")/../..")
work=$build/random per_file=25

# The levels that this processor has.
if [ "$(uname -m)" = aarch64 ]; then
    levels=v8
else
    levels=v2
    ! grep -qw avx2 /proc/cpuinfo || levels="$levels v3"
    ! grep -qw avx512bw /proc/cpuinfo || levels="$levels v4"
fi
levels=${LEVELS:-$levels}
copies=--fused=off
case " $* " in *' fused '*)
    copies="--fused=on --fuse=$build/emu/fuse/lanewise-fuse --fused-levels=$(echo $levels | tr ' ' ,)" ;;
esac
case " $* " in *' cuda'*) ;; *) copies="$copies --no-cuda" ;; esac

mkdir -p "$work"
rm -f "$work"/*.o "$work"/*.c
"$build/tests/random-programs" tables "$count" $per_file "$work/tables.c"
# Sets what lanewise-cc gets for the file.
if [ -n "${FLAGS:-}" ] || [ "$copies" = "${copies#--fused=on}" ]; then
    options="set -- ${FLAGS:-}"
else
    options="case \$(({} / $per_file % 5)) in
        1) set -- --fused-shapes=none ;;
        2) set -- -g ;;
        3) set -- -fPIC --fused-shapes=96x1,64x1,33x3,4x4x4 ;;
        4) set -- --fused-report ;;
    esac"
fi
compile="$options
    '$build/tests/random-programs' kernels {} $per_file '$work/p{}.c' &&
    '$build/api/cc/lanewise-cc' --include-dir='$source/api' -I'$source' $copies -O2 -w \"\$@\" -c '$work/p{}.c' \
        -o '$work/p{}.o' >'$work/p{}.report'"
seq 0 $per_file $((count - 1)) | xargs -P "${JOBS:-$(nproc)}" -I{} sh -c "$compile"
folder=$source/tests/random
${CC:-cc} -O2 -D_GNU_SOURCE -I"$source" -I"$source/api" -o "$work/sweep" "$folder/sweep.c" "$folder/check.c" \
    "$folder/generate.c" "$folder/interpret.c" "$folder/pass.c" "$folder/value.c" "$work/tables.c" "$work"/p*.o -L"$build/api" -llanewise -Wl,-rpath,"$build/api"
status=0
for device; do
    [ "$device" = fused ] || { "$work/sweep" "$device" || status=1; continue; }
    for level in $levels; do
        LANEWISE_CPU=$level "$work/sweep" fused || status=1
    done
done
exit $status
