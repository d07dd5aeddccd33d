#!/bin/sh
# What the litmus tests (row/D*_litmus_*) show on this machine, as litmus.tsv keeps it. On the CPU the lanes are fibers:
# loops over lanes order a block's accesses otherwise.
# usage: litmus.sh LANEWISE_TEST [OPTION...]        such as build/tests/lanewise-test --device cuda:0
program=$1
shift
LANEWISE_ENGINE=fiber "$program" "$@" litmus | awk '
BEGIN {
    OFS = "\t"
    bad["MP"] = bad["CoRR"] = "10"
    bad["SB"] = "00"
    bad["LB"] = "11"
    bad["IRIW"] = "1010"
    bad["guide"] = "(1,20)"
    print "device", "shape", "scope", "fence", "space", "runs", "forbidden", "seen"
}
$1 == "#" && $2 == "litmus" {
    key = $3 " " $4 " " $5 " " $6 " " $7
    if (key in known)
        next
    known[key] = 1
    seen = $9
    for (i = 10; i <= NF; i++)
        seen = seen " " $i
    print $3, $4, $5, $6, $7, $8, ($6 == "none" && $4 != "CoRR" ? "" : bad[$4]), seen
}'
