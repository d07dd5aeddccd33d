#!/bin/sh
# What checked mode reports of textures and surfaces. Each case runs in a process of its own, with gcc's checked copies and
# with clang's. Prints TAP.
# usage: texture.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-texture
. "$(dirname "$0")/../build.sh"

found() # how many, a pattern, name, filled
{
    wanted=$1 pattern=$2
    shift 2
    LANEWISE_ENGINE=checked LANEWISE_TIMEOUT=20 timeout 60 "$work/program" "$@" >"$work/log" 2>&1
    grep -q "^========= ERROR SUMMARY: $wanted error" "$work/log" &&
        { [ -z "$pattern" ] || grep -q -e "$pattern" "$work/log"; }
    report $? "${compiler##*/}: $*"
}

for compiler in "$cc" $clang; do
    build "$compiler" || { report 1 "$compiler: builds"; continue; }
    for name in linear texture surface in_place one_after_another; do
        found 0 '' $name 1
    done
    for name in linear texture surface in_place; do
        found 1 'Uninitialized' $name 0
    done
    found 1 "a texture's fetch of memory that the same kernel has written" through_texture 1
    found 1 "a surface's read of memory that the same kernel has written" through_surface 1
    found 1 'Race reported' all_write_one 1
    found 1 'Race reported' two_streams 1
    found 1 'freed' freed_memory 1
    found 1 'freed' freed_array 1
    found 1 'no live texture object; it was destroyed' destroyed 1
done
finish
