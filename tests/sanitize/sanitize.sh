#!/bin/sh
# The C compilers' sanitizers and fuzzers on kernels: what they find, and that they report nothing that is right.
# usage: sanitize.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER LANEWISE
suite=sanitize
cc_command=$(realpath "$2") library_folder=$(realpath "$3") lanewise=$(realpath "$4") || exit 1
. "$(dirname "$0")/../language/tap.sh"
export LANEWISE_INCLUDE_DIR=$root/api LC_ALL=C
unset LANEWISE_ENGINE LANEWISE_HOST_CC
here=$root/tests/sanitize

build() # COMPILER FLAGS PROGRAM SOURCE... : the first source is the host's
{
    compiler=$1 flags=$2 program=$work/$3
    shift 3
    "$compiler" -g $flags -I"$root/api" -c "$here/$1" -o "$program.host.o" >>"$work/log" 2>&1 || return
    shift
    for source; do
        (cd "$here" && "$cc_command" "--host-cc=$compiler" --no-cuda -g -O1 $flags -c "$source" -o "$program.o") >>"$work/log" 2>&1 || return
    done
}
link() { "$cc_command" "--host-cc=$compiler" "$@" "$program.o" "$program.host.o" -L"$library_folder" "-Wl,-rpath,$library_folder" -o "$program" >>"$work/log" 2>&1; }
runs() # STATUS (a pattern) ARGUMENT...
{
    expected=$1
    shift
    timeout 60 "$program" "$@" >"$work/said" 2>&1
    status=$?
    case $status in $expected) ;; *) echo "status $status, expected $expected" >>"$work/log" && cat "$work/said" >>"$work/log" ;; esac
}
says() { grep -Eq -e "$1" "$work/said" || { echo "nowhere: $1" && cat "$work/said"; } >>"$work/log"; }
checked() { [ ! -s "$work/log" ]; report $? "$1"; }
line() { grep -n -F "/* $1 */" "$here/errors.c" | cut -d: -f1; }

for compiler in gcc clang-19; do
    if ! have $compiler; then
        skip $compiler "no $compiler"
        continue
    elif ! echo 'int main(void) { return 0; }' | $compiler -fsanitize=address,undefined -xc - -o "$work/empty" 2>"$work/said"; then
        skip $compiler "$compiler has no sanitizers here"
        continue
    fi
    build $compiler -fsanitize=address,undefined errors main.c errors.c && link -fsanitize=address,undefined
    report $? "${compiler}_builds"
    runs 0
    says '^right$'
    checked "${compiler}_is_silent"
    runs '[1-9]*' 1
    says "errors.c:$(line 'the array has 4').*(index 5 out of bounds for type|insufficient space for an object)"
    says 'AddressSanitizer: stack-buffer-overflow'
    checked "${compiler}_private_array"
    runs '[01]' 2
    says "errors.c:$(line 'an int has 32 bits').*shift exponent 40 is too large"
    checked "${compiler}_shift"
    runs '*' 3
    says "errors.c:$(line 'by nothing').*division by zero"
    checked "${compiler}_division"
    LANEWISE_WORKERS=1 runs 0 4
    says '^illegal address: write to '
    says 'thread \(56,0,0\)$'
    says '^right$'
    checked "${compiler}_device_memory_is_the_librarys"
    runs 0 5
    says 'trap'
    ! grep -F 'ASan is ignoring' "$work/said" >>"$work/log"
    checked "${compiler}_knows_the_threads_stacks"

    # The host's part alone, around checked kernels: what the checker keeps where no device is closed is no leak.
    build $compiler '' checked main.c errors.c &&
        "$compiler" -g -fsanitize=address -I"$root/api" -c "$here/main.c" -o "$program.host.o" >>"$work/log" 2>&1 && link -fsanitize=address
    report $? "${compiler}_builds_the_host_alone"
    program=$lanewise
    runs 0 check --error-exitcode 9 "$work/checked" 0 open
    ! grep -F LeakSanitizer "$work/said" >>"$work/log"
    checked "${compiler}_sees_what_the_checker_keeps"
done

# What a sanitizer cannot say of kernels is refused by name; there is no copy that it does not see.
refuses() # FLAG WORDS
{
    (cd "$here" && ! "$cc_command" --no-cuda "$1" -c errors.c -o "$work/refused.o") >"$work/said" 2>&1 || echo "it compiled" >>"$work/log"
    says "$2"
}
refuses -fsanitize=thread '^lanewise-cc: -fsanitize=thread: not for kernel files: .*lanewise check finds races'
refuses -fsanitize=undefined,memory '^lanewise-cc: -fsanitize=memory: not for kernel files: '
refuses -fsanitize=hwaddress '^lanewise-cc: -fsanitize=hwaddress: '
checked refusals
if "$cc_command" --help | grep -q -e --fused= && have clang-19; then
    (cd "$here" && "$cc_command" --no-cuda -fsanitize=undefined --fused-report -c errors.c -o "$work/report.o") >"$work/said" 2>&1
    says '^no fused copy: -fsanitize= looks at each thread'
    ! nm "$work/report.o" | grep -q 'errors__checked' || echo "there is a checked copy" >>"$work/log"
    checked one_copy
fi

# A fuzzer finds the planted bug, and nothing where it is mended. Its corpus, run in checked mode, shows what does not leave the memory.
if ! have clang-19 || ! echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | clang-19 -fsanitize=fuzzer -xc - -o "$work/empty" 2>"$work/said"; then
    skip fuzzer "no libFuzzer (libclang-rt-19-dev)"
    finish
fi
mkdir "$work/corpus"
build clang-19 -fsanitize=fuzzer-no-link fuzz fuzz.c unpack.c && link -fsanitize=fuzzer
report $? fuzzer_builds
runs '[1-9]*' -seed=1 -runs=200000 "-artifact_prefix=$work/" "$work/corpus"
says '^illegal address: write to '
says "in kernel unpack .*thread \("
checked fuzzer_finds_the_bug
LANEWISE_FUZZ_FILE=$(ls "$work"/crash-* 2>/dev/null)
timeout 60 "$lanewise" check "$program" "$LANEWISE_FUZZ_FILE" >"$work/said" 2>&1
says "Invalid __global__ write of size 1 bytes"
checked checked_mode_repeats_it
build clang-19 '-fsanitize=fuzzer-no-link -DMENDED' mended fuzz.c unpack.c && link -fsanitize=fuzzer
runs 0 -seed=1 -runs=20000 "$work/corpus"
checked fuzzer_is_silent_where_it_is_mended
program="$lanewise"
runs 0 check --error-exitcode 9 "$work/mended" -runs=0 "$work/corpus"
checked checked_mode_is_silent
finish
