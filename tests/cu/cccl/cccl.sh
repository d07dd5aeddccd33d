#!/bin/sh
# NVIDIA's CCCL (CUB, Thrust, libcu++) with our headers: each .cu file here prints the lines that begin with "// > ", on each
# engine and checked without a finding. Skipped where there is no CCCL.
# usage: cccl.sh SOURCE_ROOT LANEWISE_CC LANEWISE LOWER FUSE CLANG LIBRARY_FOLDER
suite=cccl
cc_path=$(realpath "$2") && cli=$(realpath "$3") && libraries=$(realpath "$7") && LANEWISE_LOWER=$(realpath "$4") &&
    LANEWISE_FUSE=$(realpath "$5") && LANEWISE_CLANG=$6 && LANEWISE_INCLUDE_DIR=$(realpath "$1")/api || exit 1
export LANEWISE_LOWER LANEWISE_FUSE LANEWISE_CLANG LANEWISE_INCLUDE_DIR
. "$(dirname "$0")/../../language/tap.sh" "$1"
level=$(grep -qw avx2 /proc/cpuinfo && echo v3 || echo v2)
compile() { "$cc_path" --no-cuda "--fused-levels=$level" --fused-shapes=none -O1 "$@"; }
link="-L$libraries -Wl,-rpath,$libraries"
tests=$root/tests/cu/cccl

# ---- a header that is missing ----
printf '#include <cub/no_such_header.cuh>\n' >"$work/missing.cu"
compile -c "$work/missing.cu" -o "$work/missing.o" >"$work/log" 2>&1
[ $? != 0 ] && grep -q '^lanewise-cc: <cub/no_such_header.cuh> is part of NVIDIA.s CCCL' "$work/log"
report $? "a missing header is named"
printf '#include <cub/version.cuh>\n__global__ void k() {}\n' >"$work/version.cu"
if ! compile --fused=off -c "$work/version.cu" -o "$work/version.o" >"$work/log" 2>&1; then
    skip "CCCL" "no CCCL is found: a toolkit of CUDA 13, or CUDA_HOME"
    finish
fi

# ---- a toolkit's folder that the user names: its CCCL is found, its other headers are not ----
mkdir -p "$work/toolkit/cccl/cub"
printf '#error the toolkit is read\n' >"$work/toolkit/cuda_runtime_api.h"
printf '#define OF_THE_TOOLKIT 1\n' >"$work/toolkit/cccl/cub/version.cuh"
printf '#include <cub/version.cuh>\nint value = OF_THE_TOOLKIT;\n__global__ void k() {}\n' >"$work/version.cu"
compile --fused=off -I "$work/toolkit" -c "$work/version.cu" -o "$work/version.o" >"$work/log" 2>&1
report $? "a toolkit named by -I"
CUDA_HOME=$work/home
export CUDA_HOME
mkdir "$CUDA_HOME" && mv "$work/toolkit" "$CUDA_HOME/include"
compile --fused=off -c "$work/version.cu" -o "$work/version.o" >"$work/log" 2>&1
report $? "a toolkit named by CUDA_HOME"
unset CUDA_HOME

# ---- each file ----
begin() # NAME FLAG...: compiles it; the status is written to a file
{
    name=$1
    shift
    compile "$@" "$tests/$name.cu" $link -o "$work/$name" >"$work/$name.log" 2>&1
    echo $? >"$work/$name.status"
}
same() # NAME ENGINE
{
    grep '^// > ' "$tests/$1.cu" | sed 's,^// > ,,' >"$work/want"
    LANEWISE_ENGINE=$2 timeout 60 "$work/$1" >"$work/got" 2>"$work/errors"
    status=$?
    { diff "$work/want" "$work/got"; grep 'ERROR SUMMARY: [^0]' "$work/errors"; } >>"$work/log"
    [ $status = 0 ] && [ ! -s "$work/log" ] && [ -s "$work/want" ]
}
begin synchronisation --fused=on &
begin device --fused=off
wait
begin transform --fused=on &
begin block --fused=on
wait
for name in synchronisation device block transform; do
    if [ "$(cat "$work/$name.status")" != 0 ]; then
        cat "$work/$name.log" >>"$work/log"
        report 1 "$name"
        continue
    fi
    for engine in fiber fused checked; do
        [ $name-$engine = device-fused ] && continue
        same "$name" $engine
        report $? "$name ($engine)"
    done
done
finish
