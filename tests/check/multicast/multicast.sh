#!/bin/sh
# What checked mode says of multicast addresses: nothing, if something orders the uses of each device's copy.
# Each case runs in a process of its own. Prints TAP.
# usage: multicast.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-multicast
. "$(dirname "$0")/../build.sh"
. "$(dirname "$0")/../two_devices.sh"

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
