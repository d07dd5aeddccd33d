#!/bin/sh
# What checked mode must not lose: each of many readers of a word; the worst of many hazards; bytes without a value that copies carry along. Each case
# runs in a process of its own, with gcc's checked copies and with clang's. Prints TAP.
# usage: exact.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-exact
. "$(dirname "$0")/../build.sh"

run() # kernel, three numbers
{
    LANEWISE_ENGINE=checked LANEWISE_TIMEOUT=20 timeout 60 "$work/program" "$@" >"$work/said" 2>&1
    grep -q '^========= ERROR SUMMARY' "$work/said" || { cat "$work/said"; return 1; } >>"$work/log"
}
right=0 # of a group of cases: 0, or 1 where one has gone wrong
found() # how many, a pattern, case
{
    wanted=$1 pattern=$2
    shift 2
    run "$@" && grep -q "^========= ERROR SUMMARY: $wanted error" "$work/said" &&
        { [ -z "$pattern" ] || grep -q -e "$pattern" "$work/said"; } && return
    { echo "$* ($pattern):"; cat "$work/said"; } >>"$work/log"
    right=1
}
told() # name
{
    report $right "${compiler##*/}: $1"
    right=0
}

for compiler in "$cc" $clang; do
    build "$compiler" || { report 1 "$compiler: builds"; continue; }

    for byte in 0 1; do
        for left in 0 1 2 15 30; do
            found 1 "read: .*thread ($left,0,0)" of_warp $left $byte 0
        done
        found 0 '' of_warp -1 $byte 0
        told "of a warp's readers the one that the writer has not met, byte $byte"
        for shared in 0 1; do
            for left in 0 1 2 6 8 10; do
                found 1 "read: .*thread ($((left * 32)),0,0)" of_block $left $byte $shared
            done
            found 0 '' of_block -1 $byte $shared
            told "of a block's, by warps, byte $byte, shared $shared"
        done
        for left in 0 1 2 3 5 7 9 11; do
            found 1 "read: .*thread ($((left % 3 * 32)),0,0) block ($((left / 3)),0,0)" of_grid $left $byte 0
        done
        found 0 '' of_grid -1 $byte 0
        told "of a grid's, by blocks and warps, byte $byte"
    done
    found 1 'Error: Race reported between' of_silent 1 0 0
    found 0 '' of_silent 0 0 0
    found 0 '' of_silent 0 1 0
    told 'of blocks that nobody has heard of'

    found 0 '' of_halves 0 0 0
    told 'of the other half of a word'
    for what in 0 1; do
        found 1 'Error: Race reported between' of_places $what 0 0
        told "of a place of shared memory that was another block's, $what"
    done
    for what in 0 1 2; do
        for launches in 0 1; do
            for differs in 1 7 33 39; do
                found 1 'they write different values' of_values $what $differs $launches
            done
            found 0 'both write the same value' of_values $what -1 $launches
        done
        told "writes of equal values until one differs, $what"
    done
    for what in 0 1 2; do
        found 1 'an atomic is ordered with other atomics only' of_compare $what 1 0
        found 0 '' of_compare $what 0 0
        told "a compare-and-swap that fails is a read, $what"
    done
    for what in 0 1 2; do
        verb=write
        [ $what != 1 ] || verb=read
        found 1 " $verb: thread (0,0,0) block (0,0,0)" of_added $what 0 1
        found 0 '' of_added $what 1 1
        [ $what = 2 ] || found 1 " $verb: thread (0,0,0) block (0,0,0)" of_added $what 1 3
        told "an atomic of the same thread does not cover its plain access, $what"
    done
    found 0 '' of_added 2 1 3
    told 'shared memory that a barrier orders'
    for what in 0 1 2 3 4 5 6; do
        verb=write blocks=1
        [ $what != 1 ] && [ $what != 2 ] || verb=read
        [ $what != 4 ] || verb=atomic
        [ $what != 4 ] && [ $what != 6 ] || blocks=2
        found 1 " $verb: thread (0,0,0) block (0,0,0)" of_covered $what 0 $blocks
        [ $what = 6 ] || found 0 '' of_covered $what 1 $blocks
        told "an access is not covered by one that races with less, $what"
    done
    found 0 '' of_looks 0 0 0
    told 'many blocks that look at a word before they change it'
    found 1 'why: two blocks, with no fence, atomic and fence of device scope' of_ticket 0 0 0
    found 1 'why: two blocks, with no fence, atomic and fence of device scope' of_ticket 1 0 0
    found 0 'Warning: Race .*' of_ticket 2 0 0
    told 'a warning where the fence of the reader alone is missing'
    found 1 'why: an asynchronous copy is under way' of_buffers 0 0 0
    found 0 '' of_buffers 1 0 0
    told 'of the second of two buffers'
    found 2 'Error: Race reported between' of_group 0 0 0
    found 0 '' of_group 1 0 0
    told "of a group's copy and a thread's own element"
    found 0 '' last_copy 0 0 0
    told 'a copy as the last thing that a lane does'

    unwritten='Uninitialized __global__ memory read of size 4'
    for what in 0 1 2; do
        found 1 "$unwritten" fields $what 0 0
        found 0 '' fields $what 1 0
        told "a field without a value through copies, $what"
    done
    for what in 0 1 2 3 4 5; do
        # clang copies a structure of 8 bytes through a register.
        [ $what = 4 ] && [ "$compiler" = "$clang" ] || found 1 "$unwritten" wholes $what 0 0
        found 0 '' wholes $what 1 0
        told "moved, in a large structure, in an atomic, in a small structure, after a read of all: $what"
    done
    for what in 0 1 2 3 4; do
        found 0 '' right $what 0 0
        told "padding, unions, others that are alike: $what is not reported"
    done
done
finish
