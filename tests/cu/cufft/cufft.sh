#!/bin/sh
# cuFFT for .cu files: calls.cu prints the lines that begin with "// > " on each engine, and checked without a finding. What
# no correct program does is found. Without FFTW a link says what to install. nvcc compiles the same file.
# usage: cufft.sh SOURCE_ROOT LANEWISE_CC LANEWISE LOWER FUSE CLANG LIBRARY_FOLDER
suite=cufft
cc_path=$(realpath "$2") && cli=$(realpath "$3") && libraries=$(realpath "$7") && LANEWISE_LOWER=$(realpath "$4") &&
    LANEWISE_FUSE=$(realpath "$5") && LANEWISE_CLANG=$6 && LANEWISE_INCLUDE_DIR=$(realpath "$1")/api || exit 1
export LANEWISE_LOWER LANEWISE_FUSE LANEWISE_CLANG LANEWISE_INCLUDE_DIR
. "$(dirname "$0")/../../language/tap.sh" "$1"
level=$(grep -qw avx2 /proc/cpuinfo && echo v3 || echo v2)
compile() { "$cc_path" --no-cuda "--fused-levels=$level" --fused-shapes=none -O1 "$@"; }
link="-L$libraries -Wl,-rpath,$libraries"
tests=$root/tests/cu/cufft

# ---- without the library ----
mkdir "$work/none"
printf 'int main() { return 0; }\n' >"$work/plain.cpp"
compile "$work/plain.cpp" -L"$work/none" -lcufft -o "$work/plain" >"$work/log" 2>&1
[ $? != 0 ] && [ ! -e "$work/plain" ] && grep -q 'built without FFTW: install that (apt-get install libfftw3-dev)' "$work/log"
report $? "a missing library is named"
if [ ! -e "$libraries/liblanewise-cufft.so" ]; then
    skip "cuFFT" "no FFTW is found"
    finish
fi

# ---- the programs ----
compile --fused=on "$tests/calls.cu" $link -lcufft -o "$work/calls" >"$work/log" 2>&1
report $? "calls is compiled"
for engine in fiber fused checked; do
    grep '^// > ' "$tests/calls.cu" | sed 's,^// > ,,' >"$work/want"
    LANEWISE_ENGINE=$engine timeout 60 "$work/calls" >"$work/got" 2>"$work/errors"
    status=$?
    { diff "$work/want" "$work/got"; grep -v '^========= ERROR SUMMARY: 0 errors' "$work/errors"; } >>"$work/log"
    [ $status = 0 ] && [ ! -s "$work/log" ] && [ -s "$work/want" ]
    report $? "calls ($engine)"
done

# ---- what is found ----
compile -g --fused=off "$tests/wrong.cu" $link -lcufft_static -lculibos -o "$work/wrong" >"$work/log" 2>&1
report $? "wrong is compiled"
found() # NAME ARGUMENT PATTERN: the report has the pattern, and the line of the call
{
    "$cli" check "$work/wrong" "$2" >"$work/log" 2>&1
    grep -q "$3" "$work/log" && grep -Eq "at main\(\)\+0x[0-9a-f]* in .*wrong.cu:$(grep -n cufftExec "$tests/wrong.cu" | cut -d: -f1)( |\$)" "$work/log"
    report $? "$1"
}
found "a race with a kernel" race "by a library's call that the host made"
found "an array that is too short" end 'cufftExecC2C: the input is 0x[0-9a-f]*, and the 160 bytes from there end 32 past the 128-byte allocation'
found "memory that was never written" unwritten 'Uninitialized'
"$cli" check "$work/wrong" right >"$work/log" 2>&1
report $? "a correct call is not reported"

# ---- nvcc ----
if [ -n "$nvcc" ] && [ -e "$(dirname "$(readlink -f "$nvcc")")/../include/cufft.h" ]; then
    "$nvcc" -std=c++17 -arch=sm_90 -w -ptx "$tests/calls.cu" -o "$work/nvcc.ptx" >"$work/log" 2>&1
    report $? "nvcc: calls"
else
    skip nvcc "no nvcc with cuFFT"
fi
finish
