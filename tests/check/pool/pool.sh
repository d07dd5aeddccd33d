#!/bin/sh
# What checked mode says of stream-ordered memory: use that nothing orders after the allocation or before the free, use of
# freed memory, leaks; and of memory of graphs. Each case runs in a process of its own, with gcc's checked copies and with clang's. Prints TAP.
# usage: pool.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-pool
. "$(dirname "$0")/../build.sh"

run() # case
{
    LANEWISE_ENGINE=checked LANEWISE_CHECK=all,leaks LANEWISE_TIMEOUT=20 timeout 60 "$work/program" "$1" >"$work/said" 2>&1
    grep -q '^========= ERROR SUMMARY' "$work/said" || { cat "$work/said"; return 1; } >>"$work/log"
}
finds() # case, a pattern of one's first line, and of another line
{
    run "$1" && grep -q -e "$2" "$work/said" && grep -q -e "${3:-.}" "$work/said" || { cat "$work/said" >>"$work/log"; false; }
    report $? "${compiler##*/}: $1 is found"
}
silent() # case
{
    run "$1" && grep -q '^========= ERROR SUMMARY: 0 errors' "$work/said" && ! grep -q '^line ' "$work/said" || { cat "$work/said" >>"$work/log"; false; }
    report $? "${compiler##*/}: $1 is not reported"
}

for compiler in "$cc" $clang; do
    build "$compiler" || { report 1 "$compiler: builds"; continue; }
    race='Error: Race reported between'
    for what in kernel set; do
        finds early-$what "$race" 'by an allocation that the host asked for'
        finds early-$what-backwards "$race" 'by an allocation that the host asked for'
        silent early-$what-event
        silent early-$what-host
    done
    silent early-kernel-same
    for what in write read set plain large now; do
        finds late-$what "$race\|Invalid __global__\|freed" 'free that the host asked for\|freed at late'
        silent late-$what-host
        [ $what = now ] && continue
        silent late-$what-event
        silent late-$what-backwards
    done
    for what in '' -taken -waited; do
        finds stale$what 'Invalid __global__ write of size 4' 'freed at stale'
    done
    silent stale-right
    finds again-unwritten 'Uninitialized __global__ memory read of size 4' 'an allocation of 924 bytes, made at again'
    finds again-past 'Invalid __global__ write of size 4' '1 bytes after the nearest allocation'
    silent again-right
    silent handed
    for what in early beside; do
        finds graph-$what "$race\|Invalid __global__" 'allocation of 1,*024 bytes\|at graphs'
    done
    for what in late outside; do
        finds graph-$what 'Invalid __global__ write of size 4' 'made at graphs'
    done
    finds graph-unwritten 'Uninitialized __global__ memory read of size 4' 'made at graphs'
    finds graph-leak 'Leaked 1,*024 bytes' 'made at graphs'
    silent graph-right
    silent graph-left
    finds leak 'Leaked 1,*024 bytes' 'made at main'
    finds twice 'lw_free_async: pointer is .* that was freed' 'made at main'
done
finish
