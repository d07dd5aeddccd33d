#!/bin/sh
# Makes cuda.tsv, the results of the rows on a GPU, from what the test program printed there.
# usage: record.sh "NVIDIA H200, driver 580.1, CUDA 13.0, 2026-01-31, commit abc1234" TAP... >cuda.tsv
where=$1
shift
printf '# %s\n' "$where"
awk '/^(not )?ok .* - row\/[A-Z]+[0-9]+[a-z]?_.*@cuda/ {
    verdict = /^not/ ? "fail" : /# SKIP/ ? "skip" : "pass"
    sub(/^(not )?ok [0-9]+ - row\//, "")
    match($0, /^[A-Z]+[0-9]+/)
    row = substr($0, 1, RLENGTH)
    if (result[row] == "" || result[row] == "skip" || verdict == "fail")
        result[row] = verdict
}
END { for (row in result) printf "%s\t%s\n", row, result[row] }' "$@" | sort -V
