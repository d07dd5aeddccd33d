#!/bin/sh
# table.awk says so, and fails, when a row has failed or has no result, and when a program's output is cut short.
# usage: table.sh SOURCE_ROOT
suite=conformance
. "$(dirname "$0")/../language/tap.sh"

printf 'row\tgroup\tkind\ttest\tbehaviour\tnote\n' >"$work/rows.tsv"
one_row() { printf '%s\t%s\t%s\t%s\tdoes it\t\n' "$1" A "$2" "$3" >>"$work/rows.tsv"; }
one_row A1 run row/A1_one
one_row A2 cpu-only row/A2_two
one_row A3 cuda-only row/A3_three
one_row A4 compile-fail row/A4_four
one_row A5 n/a ''
printf '# an old GPU\nrow/A1_one\tpass\nrow/A3_three\tpass\n' >"$work/cuda.tsv"

# name, status, words in the table or beside it; the tests' lines on standard input
table()
{
    cat >"$work/tests.tap"
    printf 'ok 1 - row/A4_four@cuda\n1..1\n' >"$work/refused.tap"
    awk -f "$root/tests/conformance/table.awk" "$work/rows.tsv" "$work/cuda.tsv" "$work/tests.tap" "$work/refused.tap" \
        >"$work/said" 2>&1
    status=$?
    [ $status = "$2" ] && grep -q -e "$3" "$work/said"
    result=$?
    [ $result = 0 ] || { echo "status $status, not $2, or not \"$3\" in:" && cat "$work/said"; } >"$work/log"
    report $result "table_$1"
}

table of_all '0' '5 rows, 1 of them n/a, 0 not run; cpu: 2 pass, 0 fail; cuda: 3 pass, 0 fail' <<'END'
ok 1 - row/A1_one@cpu
ok 2 - row/A2_two@cpu
1..2
END
table of_a_skip 0 '1 not run' <<'END'
ok 1 - row/A1_one@cpu
ok 2 - row/A2_two@cpu # SKIP not here
1..2
END
table of_a_failure 1 '1 pass, 1 fail' <<'END'
ok 1 - row/A1_one@cpu
not ok 2 - row/A2_two@cpu
1..2
END
table of_a_further_failure 1 '1 pass, 1 fail' <<'END'
ok 1 - row/A1_one@cpu
not ok 2 - row/A1_another@cpu
ok 3 - row/A2_two@cpu
1..3
END
# A GPU's result of another day is none of the CPU's.
table without_a_result 1 'A1: no result of row/A1_one' <<'END'
ok 1 - row/A2_two@cpu
1..1
END
table cut_short 1 'tests.tap: cut short' <<'END'
ok 1 - row/A1_one@cpu
ok 2 - row/A2_two@cpu
END
table of_less_than_the_plan 1 'tests.tap: cut short' <<'END'
ok 1 - row/A1_one@cpu
ok 2 - row/A2_two@cpu
1..3
END
table of_nothing 1 'tests.tap: cut short' </dev/null
finish
