#!/bin/sh
# Local variables that are not written: each use of one is found, at its line and with the variable's name; copies, and what is written on the
# program's way, are not reported. So with CUDA C++, with members and references. Prints TAP.
# usage: private.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER CLANG [LANEWISE_LOWER]
suite=check-private
lower=${5:+$(realpath "$5")}
. "$(dirname "$0")/../build.sh"
export LANEWISE_CLANG="$4" # for C files too

checked() { LANEWISE_ENGINE=checked LANEWISE_TIMEOUT=20 timeout 60 "$work/program" "$@" >"$work/said" 2>&1; }
clean() { grep -q '^========= ERROR SUMMARY: 0 errors' "$work/said" && ! grep -q '^========= Warning' "$work/said"; }
# Whether what was said is what the lines' comments say: a line, and a variable, or none for other memory.
as_written() # file
{
    awk '/^=+ Uninitialized __/ { local = $3 == "__local__"; wanted = 1 }
        wanted && match($0, /^=+     at .* in .*:[0-9]+$/) { line = $0; sub(/.*:/, "", line) }
        wanted && /__local__ variable/ { split($0, part, "\047"); name = part[2] }
        wanted && /in kernel/ { print line, partly ? "partly" : "unwritten", local ? name : ""; wanted = partly = 0; name = "" }
        /some of the bytes are written/ { partly = 1 }' "$work/said" >"$work/found"
    [ -s "$work/found" ] && while read -r line how name; do
        sed -n "${line}p" "$1" | grep -q "/\* $how.*${name:+'$name'}" || return 1
    done <"$work/found"
}
wrongly() # file, kernel, how many
{
    for what in $(seq 0 $(($3 - 1))); do
        checked "$2" "$what" 0
        as_written "$1" && [ "$(wc -l <"$work/found")" -le 2 ] || cat "$work/found" "$work/said" >>"$work/log"
        checked "$2" "$what" 1
        clean || { echo fixed; cat "$work/said"; } >>"$work/log"
        [ ! -s "$work/log" ]
        report $? "${1##*/}: $2 $what, and its twin"
    done
}
rightly() # file, kernel, how many
{
    for what in $(seq 0 $(($3 - 1))); do
        checked "$2" "$what"
        clean || cat "$work/said" >>"$work/log"
        report $? "${1##*/}: $2 $what"
    done
}
each() # file
{
    set -- "$1" $("$work/program")
    wrongly "$1" wrong "$2"
    rightly "$1" right "$3"
    [ $# = 3 ] || { wrongly "$1" partly "$4"; rightly "$1" copies "$5"; }
}

"$driver" --checked-locals --no-cuda --fused=off "--include-dir=$root/api" -g -O2 -c "$here/kernels.c" -o "$work/kernels.o" 2>>"$work/log" &&
    "$cc" -g "-I$root/api" "$here/program.c" "$work/kernels.o" "-L$folder" -llanewise "-Wl,-rpath,$folder" -o "$work/program" 2>>"$work/log"
report $? 'kernels.c builds'
each "$here/kernels.c"
if [ -n "$lower" ]; then
    LANEWISE_LOWER=$lower LANEWISE_INCLUDE_DIR=$root/api "$driver" --checked-locals --fused=off -g -O2 "$here/classes.cu" "-L$folder" "-Wl,-rpath,$folder" -o "$work/program" 2>>"$work/log"
    report $? 'classes.cu builds'
    each "$here/classes.cu"
fi
finish
