#!/bin/sh
# Makes cuda.tsv, the results of the rows' tests on a GPU, from what the test program printed there.
# usage: record.sh "NVIDIA H200, driver 580.1, CUDA 13.0, 2026-01-31, commit abc1234" TAP... >cuda.tsv
where=$1
shift
printf '# %s\n' "$where"
awk '/^(not )?ok .* - row\/.*@cuda:/ {
    verdict = /^not/ ? "fail" : /# SKIP/ ? "skip" : "pass"
    sub(/^(not )?ok [0-9]+ - /, "")
    sub(/@.*/, "")
    print $0 "\t" verdict
}' "$@" | sort -V
