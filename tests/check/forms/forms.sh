#!/bin/sh
# Every form of an access is seen: copies and sets, of constant and variable size, by each of the compilers' functions; structures that are
# assigned, passed and returned; loads whose value is not used. Each is out of bounds, unwritten, or a race, and is reported at its line; and
# right, and not reported. With gcc's checked copies and with clang's. Prints TAP.
# usage: forms.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-forms
. "$(dirname "$0")/../build.sh"

lines() # of the source whose comment the pattern matches
{
    grep -n "/\* \($1\) \*/\$" "$here/kernels.c" | cut -d: -f1
}
reports() # mode, the lines' comments, the findings' first line
{
    LANEWISE_ENGINE=checked LANEWISE_TIMEOUT=20 LANEWISE_CHECK=all,errors=0 timeout 60 "$work/program" "$1" >"$work/said" 2>&1
    grep -q '^========= ERROR SUMMARY' "$work/said" && ! grep -v '^=========' "$work/said" >>"$work/log" || echo "no summary" >>"$work/log"
    grep '^========= [^ ]' "$work/said" | grep -v -e "$3" -e ' SUMMARY: ' >>"$work/log"
    sed -n '/ indices()/d; s/^========= .* at .* in .*kernels\.c:\([0-9]*\).*/\1/p' "$work/said" | sort -nu >"$work/found"
    lines "$2" | sort -n | diff - "$work/found" >>"$work/log"
    [ ! -s "$work/log" ] || { cat "$work/said" >>"$work/log"; false; }
    report $? "${compiler##*/}: $1"
}
# What the last run reported of indices, a line each: the line, the first words, and the memory.
indices()
{
    awk 'match($0, /\/\* (__[a-z]+__ )?(access|read|write):.* \*\/$/) {
        print NR "\t" substr($0, RSTART + 3, RLENGTH - 6) }' "$here/kernels.c" >"$work/expected"
    awk '/^========= Invalid/ { head = $3 == "access" ? $3 : $3 " " $4; where = "" }
        / at indices\(\)/ { sub(/.*:/, ""); line = $0 }
        /^=========     and is .* .__/ || / __[a-z]*__ .[a-z]*. \(/ { sub(/^=========     and is /, ""); sub(/ \([0-9].*/, ""); where = " " $0 }
        /^=========     index / { print line "\t" head ":" where }' "$work/said" | sort -n >"$work/found"
    diff "$work/expected" "$work/found" >>"$work/log" || { cat "$work/said" >>"$work/log"; false; }
    report $? "${compiler##*/}: indices"
}

for compiler in "$cc" $clang; do
    build "$compiler" || { report 1 "$compiler: builds"; continue; }
    reports bounds 'reads\|writes' 'Invalid .*\(access$\|read of size\|write of size\)'
    indices
    reports unwritten reads 'Uninitialized __global__ memory read'
    reports races writes 'Race reported between'
    reports right none nothing
done
finish
