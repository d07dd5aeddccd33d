#!/bin/sh
# rows.tsv and the tests name each other: every row has its test or says why it has none, and every test is a row's.
# usage: rows.sh SOURCE_ROOT LANEWISE_TEST
suite=conformance
tests=$(realpath "$2")
. "$(dirname "$0")/../language/tap.sh"
rows=$1/tests/conformance/rows.tsv
names=$work/names
# Names of tests, without the device. Those for GPUs alone are listed only where there is one.
{
    "$tests" --list | sed -n 's,^\(row/[^@]*\).*,\1,p'
    sed -n 's,.*TEST(row\, \([A-Za-z0-9_]*\).*\.cuda_only.*,row/\1,p' "$root"/tests/conformance/*.c
    sh "$root/tests/conformance/refused.sh" "$root" --list 2>/dev/null |
        sed -n 's,.*\(row/[A-Za-z0-9_]*\).*,\1,p'
} | sort -u >"$names"

awk -F '\t' 'NF != 6 || $3 !~ /^(run|compile-fail|isolated|cpu-only|cuda-only|n\/a|kind)$/ { print "line " NR ": " $0; bad = 1 }
    seen[$1]++ { print "twice: " $1; bad = 1 }
    END { exit bad }' "$rows" >"$work/log"
report $? rows_are_well_formed

awk -F '\t' 'NR == FNR { name[$1] = 1; next }
    $3 == "kind" { next }
    $3 == "n/a" && ($6 == "" || $4 != "") { print $1 ": n/a needs a reason and no test"; bad = 1 }
    $3 != "n/a" && !($4 in name) { print $1 ": no test " $4; bad = 1 }
    END { exit bad }' "$names" "$rows" >"$work/log"
report $? rows_have_tests

awk -F '\t' '$3 == "kind" || $3 == "n/a" { next }
    { id = $1; sub(/[a-z][0-9]*$/, "", id) }
    !(("_" substr($4, 5)) ~ ("_" id "[a-z]?[0-9]?_")) { print $1 ": its id is not in the name of " $4; bad = 1 }
    END { exit bad }' "$rows" >"$work/log"
report $? tests_have_the_ids_of_their_rows

awk -F '\t' 'NR == FNR { if ($3 != "n/a") row[$1] = 1; next }
    { id = $1; sub("row/", "", id); match(id, /^[A-Z]+[0-9]+/); id = substr(id, 1, RLENGTH) }
    !(id in row) { print $1 ": no row " id; bad = 1 }
    END { exit bad }' "$rows" "$names" >"$work/log"
report $? tests_have_rows
finish
