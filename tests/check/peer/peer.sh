#!/bin/sh
# What checked mode says of a device that uses another's memory: nothing, if it has access to it and something orders the use.
# Each case runs in a process of its own. Prints TAP.
# usage: peer.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-peer
. "$(dirname "$0")/../build.sh"
. "$(dirname "$0")/../two_devices.sh"

build "$cc" || report 1 builds
for what in without taken other-way pool pool-device graph graph-device mapped mapped-taken; do
    finds $what 'memory of device cpu:0, to which device cpu:1 has no peer access'
done
finds mapped-own 'mapped memory, to which its device has no access'
finds beyond '1 bytes after the nearest allocation at .* of size 1024 bytes of device cpu:1'
for what in race wrong-wait variable-race value-own value-own-graph set-race word-race; do
    finds $what 'Race reported'
done
finds copy-race 'read: by a copy that the host asked for'
for twin in with pool-access graph-access mapped-access mapped-both managed event wait copy-event copy-waits variable value value-graph set-event; do
    silent $twin
done
export LANEWISE_PROFILE=sm_87
finds managed-host 'The host [a-z]* managed memory while a kernel may run'
finds managed-attached-used 'The host [a-z]* managed memory while a kernel may run'
silent managed-attached
silent managed-host-waits
unset LANEWISE_PROFILE
silent managed-host
finish
