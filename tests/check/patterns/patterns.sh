#!/bin/sh
# Patterns of graph programs, as the Indigo suites generate them: each mistake is found wherever it can happen, on each graph and however the
# vertices are shared out, in one run (159 for each compiler); what has no mistake is never reported, in several orders of threads. Prints TAP.
# usage: patterns.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-patterns
. "$(dirname "$0")/../build.sh"
race='Error: Race reported between' bounds='Invalid __global__ read of size 4'

checked() { LANEWISE_ENGINE=checked LANEWISE_TIMEOUT=20 timeout 60 "$work/program" "$@" >"$work/said" 2>&1; }
# NAME, PATTERN, MISTAKE, THE REPORT'S FIRST LINE, SHARES...: on each graph
found()
{
    name=$1 pattern=$2 mistake=$3 says=$4 missed=0
    shift 4
    for share; do
        for graph in $graphs; do
            LANEWISE_SCHEDULE=$order checked "$pattern" "$share" "$mistake" "$graph"
            grep -q "^========= $says" "$work/said" && continue
            { echo "not found: pattern $pattern, share $share, graph $graph"; cat "$work/said"; } >>"$work/log"
            missed=1
        done
    done
    report $missed "${compiler##*/}: $name"
}

for compiler in "$cc" $clang; do
    build "$compiler" || { report 1 "$compiler: builds"; continue; }
    for order in reverse lockstep random:1 random:2 pct:3:1 starve:1 round-robin; do
        LANEWISE_SCHEDULE=$order checked
        grep -q '^72 right$' "$work/said" && grep -q '^========= ERROR SUMMARY: 0 errors' "$work/said" &&
            ! grep -q '^========= Warning' "$work/said" || { cat "$work/said" >>"$work/log"; false; }
        report $? "${compiler##*/}: 72 without a mistake, $order"
    done
    graphs='0 1 2 3' # and the last of the orders above
    found 'vertices, counted without atomics' 0 1 "$race" 0 1 2
    found 'edges, counted without atomics' 1 1 "$race" 0 1 2
    found 'the greatest, without atomics' 3 1 "$race" 0 1 2
    found 'a list, without atomics' 4 1 "$race" 0 1 2
    # Elsewhere no path is long enough to be made shorter.
    graphs='0 2 3' order=reverse
    found 'paths made shorter without atomics' 5 1 "$race" 1 2
    graphs=3
    found 'paths made shorter without atomics, by threads' 5 1 "$race" 0
    graphs='0 1 2 3' order=round-robin
    found 'a sum without barriers, counted' 0 2 "$race" 2
    found 'a sum without barriers' 2 2 "$race" 2
    found 'the greatest, looked at before the atomic' 3 4 "$race" 0 1 2
    found 'parents that are read plainly' 5 4 "$race" 0 1 2
    for pattern in 0 1 2 3 4 5; do
        found "a vertex too many, pattern $pattern" $pattern 3 "$bounds" 0 1 2
    done
done
finish
