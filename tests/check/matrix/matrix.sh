#!/bin/sh
# What checked mode finds in warp matrices: accesses are the threads', pointers and distances are checked. With gcc's checked
# copies and with clang's. Prints TAP.
# usage: matrix.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER [CLANG]
suite=check-matrix
. "$(dirname "$0")/../build.sh"

number() { sed -n '/MATRIX_RIGHT/,/}/p' "$here/kernels.h" | grep -n -m 1 "$1" | sed 's/:.*//'; }
run() # case
{
    LANEWISE_ENGINE=checked LANEWISE_TIMEOUT=20 timeout 60 "$work/program" $(($(number "$1") - 1)) >"$work/said" 2>&1
    grep -q '^========= ERROR SUMMARY\|^========= WARNING SUMMARY' "$work/said"
}
finds() # case, pattern
{
    run "$1" && grep -q -e "$2" "$work/said" || { cat "$work/said" >>"$work/log"; false; }
    report $? "${compiler##*/}: $1 is found"
}
silent() # case
{
    run "$1" && grep -q '^========= ERROR SUMMARY: 0 errors' "$work/said" || { cat "$work/said" >>"$work/log"; false; }
    report $? "${compiler##*/}: $1 is not reported"
}

for compiler in "$cc" $clang; do
    build "$compiler" || { report 1 "$compiler: builds"; continue; }
    silent MATRIX_RIGHT
    finds MATRIX_NO_BARRIER 'why: same warp, no __syncwarp() between'
    finds MATRIX_UNWRITTEN 'Uninitialized __shared__ memory read of size 2'
    finds MATRIX_ODD_POINTER 'misaligned address: lw_load_matrix_sync at 0x[0-9a-f]*, which must be a multiple of 32 bytes'
    finds MATRIX_ODD_DISTANCE 'lw_load_matrix_sync with rows or columns 40 bytes apart, which must be a multiple of 16 bytes'
    finds MATRIX_BEYOND 'Invalid __global__ read of size 2'
    finds MATRIX_STORED_TWICE 'Race reported between Write access'
    silent MATRIX_STORED_IN_TURN
done
finish
