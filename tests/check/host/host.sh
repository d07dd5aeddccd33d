#!/bin/sh
# What checked mode says of the host: streams, copies, memory, calls. Each case runs in a process of its own, with gcc's
# checked copies and with clang's. Prints TAP.
# usage: host.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-host
. "$(dirname "$0")/../build.sh"

run() # case
{
    LANEWISE_ENGINE=checked LANEWISE_CHECK=all,leaks LANEWISE_TIMEOUT=20 timeout 60 "$work/program" "$1" >"$work/said" 2>&1
    grep -q '^========= ERROR SUMMARY' "$work/said" || { cat "$work/said"; return 1; } >>"$work/log"
}
finds() # case, number of findings at least 1, a pattern of one's first line, and of another line
{
    run "$1" && grep -q -e "$2" "$work/said" && grep -q -e "${3:-.}" "$work/said" || { cat "$work/said" >>"$work/log"; false; }
    report $? "${compiler##*/}: $1 is found"
}
silent() # case
{
    run "$1" && grep -q '^========= ERROR SUMMARY: 0 errors' "$work/said" || { cat "$work/said" >>"$work/log"; false; }
    report $? "${compiler##*/}: $1 is not reported"
}

for compiler in "$cc" $clang; do
    build "$compiler" || { report 1 "$compiler: builds"; continue; }
    race='Error: Race reported between' unordered='why: two operations that nothing orders'

    finds streams "$race" "$unordered"
    finds streams-default "$race" "$unordered"
    finds streams-other-host "$race" "$unordered"
    finds streams-event-before "$race" "$unordered"
    for twin in same event event-late event-host host device query destroyed function transitive; do
        silent streams-$twin
    done
    unwaited='why: the launch is programmatic, and the thread has not called cudaGridDependencySynchronize()'
    finds dependent-never "$race" "$unwaited"
    finds dependent-late "$race" "$unwaited"
    for twin in all first host copy plain; do
        silent dependent-$twin
    done
    for what in graph graph-sibling graph-child-apart graph-copy graph-stream graph-begun graph-launched \
        graph-launched-other; do
        finds $what "$race" "$unordered"
    done
    for what in ahead early-first early-second; do
        finds graph-$what "$race" "$unwaited"
    done
    for twin in edge by-empty child copy-right again stream-same stream-event dependent ahead-waits early-waits early-around begun-before launched-tail \
        launched-after launched-stream; do
        silent graph-$twin
    done
    finds held "$race" "$unordered"
    silent held-right
    silent words-told
    silent words-let-go
    for what in out in set; do
        finds copies-$what "$race" 'by a .* that the host asked for'
        silent copies-right-$what
    done
    finds copies-pinned "$race" 'bytes of pinned host memory, made at main'
    silent copies-right-pinned
    finds family-1 "$race" "$unordered"
    for twin in 0 2 3; do
        silent family-$twin
    done
    finds hand-on "$race"
    silent hand-on-right
    silent hand-on-chain

    finds values-unwritten 'Uninitialized __global__ memory read of size 1024' 'by a copy that the host asked for'
    finds values-part 'Uninitialized __global__ memory read of size 4'
    silent values-part-right
    silent values-padded

    for what in heap stack unregistered; do
        finds reach-$what 'Invalid __global__ write of size 4' 'neither device memory nor host memory'
    done
    finds reach-race "$race\|Race reported" 'pinned host memory'
    finds reach-past 'Invalid __global__ write of size 4' '1 bytes after 1024 bytes of pinned host memory, made at main'
    for twin in pinned registered table; do
        silent reach-$twin
    done

    finds heap-1 'Invalid __global__ write of size 4' "1 bytes after the nearest allocation"
    finds heap-2 'Uninitialized __global__ memory read' "into an allocation of 40 bytes in the device's heap, made at heap()"
    finds heap-3 'Invalid __global__ read of size 4' 'freed at heap()'
    finds heap-4 'that has been freed already' 'freed at heap()'
    finds heap-5 'only its start can be freed'
    finds heap-6 'Leaked 40 bytes' "in the device's heap, made at heap()"
    finds heap-7 'Invalid __global__ read of size 4' 'freed at heap()'
    silent heap-0
    finds free "$race"
    silent free-right

    for what in batch-1 batch-2 batch-3 batch-5 bulk-1 bulk-2 bulk-3; do
        finds async-$what "$race" 'why: an asynchronous copy is under way'
    done
    finds async-batch-4 "$race" 'why: same warp, no __syncwarp'
    for twin in batch-0 batch-6 bulk-0 bulk-4; do
        silent async-$twin
    done
    finds touch-read 'The host .* device memory directly' 'at main().*program.c\|at touches().*program.c'
    finds touch-write 'The host .* device memory directly' '0 bytes into an allocation of 1024 bytes, made at main'
    silent touch-right
    if "$work/program" keys; then
        finds touch-running 'The host reads device memory directly' 'at main().*program.c\|at touches().*program.c'
    else
        skip "${compiler##*/}: touch-running is found" "no protection keys: memory that a kernel uses is open to all"
    fi
    silent touch-running-right
    finds load-1 'write of size 4' 'the same kernel reads it with __ldg()'
    finds load-2 'read of size 4' '__ldg() of memory that the same kernel has written'
    silent load-0
    finds misuse-free 'in an allocation of 100 bytes that was freed' 'freed at main\|freed at misuse'
    finds misuse-inside 'only its start can be freed'
    finds misuse-closed 'a stream that was closed'
    finds misuse-event 'event that was closed'
    finds misuse-past 'end 4 past the 1024-byte allocation' 'made at main'
    finds misuse-freed-copy 'that was freed' 'at misuse'
    finds misuse-launch "the program did not check the launch's status" 
    silent misuse-seen
    silent misuse-again
    finds misuse-constant 'is to read-only memory\|Invalid __constant__ write'
    finds leak 'Leaked 1024 bytes' 'made at main'
    finds leak-exit 'Leaked 1024 bytes' 'made at main'
    silent none
done
finish
