#!/bin/sh
# Makes, compiles and runs COUNT random programs on the devices named, "cpu" under ten schedules each.
# usage: sweep.sh BUILD COUNT DEVICE...
#
# BUILD is a build directory that holds random-programs, lanewise-cc and liblanewise; the programs are made in
# BUILD/random. FLAGS goes to lanewise-cc, JOBS says how many run at once.
set -eu
build=$(readlink -f "$1") count=$2
shift 2
source=$(readlink -f "$(dirname "$0")/../..")
work=$build/random per_file=25
mkdir -p "$work"
rm -f "$work"/*.o "$work"/*.c
"$build/tests/random-programs" tables "$count" $per_file "$work/tables.c"
compile="'$build/tests/random-programs' kernels {} $per_file '$work/p{}.c' &&
    '$build/api/cc/lanewise-cc' --include-dir='$source/api' -I'$source' ${FLAGS:-} -O2 -w -c '$work/p{}.c' -o '$work/p{}.o'"
seq 0 $per_file $((count - 1)) | xargs -P "${JOBS:-$(nproc)}" -I{} sh -c "$compile"
folder=$source/tests/random
${CC:-cc} -O2 -D_GNU_SOURCE -I"$source" -I"$source/api" -o "$work/sweep" "$folder/sweep.c" "$folder/check.c" "$folder/generate.c" \
    "$folder/interpret.c" "$work/tables.c" "$work"/p*.o -L"$build/api" -llanewise -Wl,-rpath,"$build/api"
"$work/sweep" "$@"
