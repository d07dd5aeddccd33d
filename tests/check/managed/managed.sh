#!/bin/sh
# What checked mode says of a host that uses managed memory while a kernel may run: nothing, except on a device without
# concurrent managed access. Each case runs in a process of its own. Prints TAP.
# usage: managed.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-managed
. "$(dirname "$0")/../build.sh"

run() # case, profile
{
    LANEWISE_PROFILE=$2 LANEWISE_ENGINE=checked LANEWISE_CHECK=all LANEWISE_TIMEOUT=20 timeout 60 "$work/program" "$1" >"$work/said" 2>&1
    grep -q '^========= ERROR SUMMARY' "$work/said" && ! grep -q '^line ' "$work/said" || { cat "$work/said"; return 1; } >>"$work/log"
}
finds() # case, word
{
    run "$1" sm_87 && grep -q "The host $2 managed memory while a kernel may run" "$work/said" &&
        grep -q 'at main().*program.c' "$work/said" && grep -q '^========= ERROR SUMMARY: 1 error' "$work/said" ||
        { cat "$work/said" >>"$work/log"; false; }
    report $? "$1 is found"
}
silent() # case, profile
{
    run "$1" "$2" && grep -q '^========= ERROR SUMMARY: 0 errors' "$work/said" || { cat "$work/said" >>"$work/log"; false; }
    report $? "$1 is not reported on $2"
}

build "$cc" || report 1 builds
for what in read wrong-stream event-before single-busy copy graph graph-event; do
    finds $what '[a-z]*'
done
finds write '[wt][a-z]*'
for twin in device stream own event query function host single graph-stream graph-record; do
    silent $twin sm_87
done
for twin in read write wrong-stream; do
    silent $twin sm_90
done

# Memory of malloc(), which kernels may use where the device has it.
run system sm_90 && grep -q 'neither device memory nor host memory that lw_malloc_host' "$work/said" || { cat "$work/said" >>"$work/log"; false; }
report $? "system memory is found"
export LANEWISE_PAGEABLE_MEMORY=1
silent system sm_90
finish
