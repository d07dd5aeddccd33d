#!/bin/sh
# What checked mode says of multicast addresses: nothing, if something orders the uses of each device's copy.
# Each case runs in a process of its own. Prints TAP.
# usage: multicast.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-multicast
. "$(dirname "$0")/../build.sh"

run() # case
{
    LANEWISE_CPU_DEVICES=2 LANEWISE_ENGINE=checked LANEWISE_CHECK=all LANEWISE_TIMEOUT=20 timeout 60 "$work/program" "$1" >"$work/said" 2>&1
    grep -q '^========= ERROR SUMMARY' "$work/said" && ! grep -q '^line ' "$work/said" || { cat "$work/said"; return 1; } >>"$work/log"
}
finds() # case, report
{
    run "$1" && grep -q "$2" "$work/said" && grep -q '^========= ERROR SUMMARY: 1 error' "$work/said" ||
        { cat "$work/said" >>"$work/log"; false; }
    report $? "$1 is found"
}
silent() # case
{
    run "$1" && grep -q '^========= ERROR SUMMARY: 0 errors' "$work/said" || { cat "$work/said" >>"$work/log"; false; }
    report $? "$1 is not reported"
}

build "$cc" || report 1 builds
for what in write-sum store-read add-write block pass-unreleased pass-unacquired; do
    finds $what 'Race reported'
done
finds sum-copy 'read: by a copy that the host asked for'
for what in plain plain-add; do
    finds $what 'a multicast address: only lw_multimem_...() may access it'
done
for twin in write-sum-event store-read-event add-write-event add-add store-sum block-barrier pass unmapped left; do
    silent $twin
done
finish
