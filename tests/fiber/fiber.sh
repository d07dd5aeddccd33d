#!/bin/sh
# The machine with each way to switch stacks: fiber.sh VARIANT, one of native, ucontext, aarch64, aarch64-ucontext.
# Builds machine.c and pool.c with the emulator's sources and runs it, the last two under qemu-user. Prints TAP.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
variant=${1:-native}
flags=
run=
case $variant in
*ucontext) flags=-DEMU_FIBER_UCONTEXT ;;
esac
case $variant in
native | ucontext) cc=${CC:-cc} ;;
aarch64*)
    cc=aarch64-linux-gnu-gcc
    run=qemu-aarch64
    flags="$flags -static"
    for tool in $cc $run; do
        if ! command -v $tool >/dev/null; then
            echo "1..0 # SKIP $tool is not installed"
            exit 0
        fi
    done
    ;;
*)
    echo "fiber.sh: no variant '$variant'; one of native, ucontext, aarch64, aarch64-ucontext" >&2
    exit 2
    ;;
esac
case $($cc -dumpmachine) in
x86_64*) assembly=$root/emu/fiber_x86_64.S ;;
aarch64*) assembly=$root/emu/fiber_aarch64.S ;;
*) assembly= ;;
esac
build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
# A static program's dladdr() warns at the link; reports then show addresses.
$cc -std=gnu11 -O2 -g -D_GNU_SOURCE -Wall -Wextra -I"$root/api" -I"$root" $flags -o "$build/machine" \
    "$root"/tests/fiber/*.c "$root"/emu/*.c "$root"/emu/check/*.c $assembly -lpthread -ldl -lm 2>"$build/messages" || {
    sed 's/^/# /' "$build/messages"
    echo "not ok 1 - fiber/$variant does not build"
    echo "1..1"
    exit 1
}
$run "$build/machine"
