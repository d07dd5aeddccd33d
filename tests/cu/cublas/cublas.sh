#!/bin/sh
# cuBLAS for .cu files: each program here prints the lines that begin with "// > " on each engine, and checked without a finding. What
# no correct program does is found. Without OpenBLAS a link says what to install. nvcc compiles the same files.
# usage: cublas.sh SOURCE_ROOT LANEWISE_CC LANEWISE LOWER FUSE CLANG LIBRARY_FOLDER
suite=cublas
cc_path=$(realpath "$2") && cli=$(realpath "$3") && libraries=$(realpath "$7") && LANEWISE_LOWER=$(realpath "$4") &&
    LANEWISE_FUSE=$(realpath "$5") && LANEWISE_CLANG=$6 && LANEWISE_INCLUDE_DIR=$(realpath "$1")/api || exit 1
export LANEWISE_LOWER LANEWISE_FUSE LANEWISE_CLANG LANEWISE_INCLUDE_DIR
. "$(dirname "$0")/../../language/tap.sh" "$1"
level=$(grep -qw avx2 /proc/cpuinfo && echo v3 || echo v2)
compile() { "$cc_path" --no-cuda "--fused-levels=$level" --fused-shapes=none -O1 "$@"; }
link="-L$libraries -Wl,-rpath,$libraries -lcublas"
tests=$root/tests/cu/cublas

# ---- without the library ----
mkdir "$work/none"
printf 'int main() { return 0; }\n' >"$work/plain.cpp"
compile "$work/plain.cpp" -L"$work/none" -lcublas -o "$work/plain" >"$work/log" 2>&1
[ $? != 0 ] && [ ! -e "$work/plain" ] && grep -q 'built without OpenBLAS: install that (apt-get install libopenblas-dev)' "$work/log"
report $? "a missing library is named"
if [ ! -e "$libraries/liblanewise-cublas.so" ]; then
    skip "cuBLAS" "no OpenBLAS is found"
    finish
fi

# ---- the programs ----
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
    { diff "$work/want" "$work/got"; grep -v '^========= ERROR SUMMARY: 0 errors' "$work/errors"; } >>"$work/log"
    [ $status = 0 ] && [ ! -s "$work/log" ] && [ -s "$work/want" ]
}
begin functions -O0 --fused=off --no-checked & # it has no kernels
begin calls --fused=on
begin lt --fused=off &
begin old -O0 --fused=off &
begin wrong -g --fused=off -lcublas_static -lcublasLt -lculibos
wait
for name in functions calls lt old wrong; do
    cat "$work/$name.log" >>"$work/log"
    [ "$(cat "$work/$name.status")" = 0 ] && [ ! -s "$work/log" ]
    report $? "$name is compiled"
done
for engine in fiber checked; do
    for name in functions lt old; do
        same $name $engine
        report $? "$name ($engine)"
    done
done
for engine in fiber fused checked; do
    same calls $engine
    report $? "calls ($engine)"
done

# ---- what is found ----
line() { grep -n "$1" "$tests/wrong.cu" | cut -d: -f1; }
found() # NAME ARGUMENT FUNCTION PATTERN: the report has the pattern, and the line of the call
{
    "$cli" check "$work/wrong" "$2" >"$work/log" 2>&1
    grep -q "$4" "$work/log" && grep -Eq "at main\(\)\+0x[0-9a-f]* in .*wrong.cu:$(line "$3(")( |\$)" "$work/log"
    report $? "$1"
}
found "a race with a kernel" race cublasSnrm2 "by a library's call that the host made"
found "a matrix that is too large" end cublasSgemm 'cublasSgemm: A is 0x[0-9a-f]*, and the [0-9]* bytes from there end 28 past the 256-byte allocation'
found "memory that was never written" unwritten cublasSasum 'Uninitialized'
found "a matrix of a batch" batch cublasSgemmBatched 'cublasSgemmBatched: B of the batch is at 0x[0-9a-f]*, and the 32 bytes from there are not all memory'
LANEWISE_ENGINE=fiber LANEWISE_LOG_FILE=/dev/stderr "$work/wrong" batch >"$work/log" 2>&1
[ $? = 1 ] && grep -q 'B of the batch is at' "$work/log"
report $? "a matrix of a batch, not checked: the device's fault"
"$cli" profile "$work/calls" >"$work/log" 2>&1
grep -q 'cublasSgemm' "$work/log"
report $? "profile names functions"

for order in 'cublas cublas_v2' 'cublas_v2 cublas'; do
    printf '#include <%s.h>\n' $order >"$work/both.cu"
    ! compile -c "$work/both.cu" -o "$work/both.o" >"$work/said" 2>&1 && grep -q 'error: .*not both' "$work/said" || cat "$work/said" >>"$work/log"
done
[ ! -s "$work/log" ]
report $? "both interfaces in one file are refused"

# ---- nvcc ----
if [ -n "$nvcc" ] && [ -e "$(dirname "$(readlink -f "$nvcc")")/../include/cublas_v2.h" ]; then
    for name in functions calls lt old; do
        "$nvcc" -std=c++17 -arch=sm_90 -w -ptx "$tests/$name.cu" -o "$work/nvcc.ptx" >"$work/log" 2>&1
        report $? "nvcc: $name"
    done
else
    skip nvcc "no nvcc with cuBLAS"
fi
finish
