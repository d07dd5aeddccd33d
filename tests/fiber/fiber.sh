#!/bin/sh
# The machine with each way to switch stacks, by assembly and by ucontext: fiber.sh native|aarch64, the latter under
# qemu-user. Builds what is in this folder with the emulator's sources, those that do not know the way once for both, and
# runs the two programs. Prints TAP.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
processor=${1:-native}
link= run=
case $processor in
native) cc=${CC:-cc} ;;
aarch64)
    cc=aarch64-linux-gnu-gcc link=-static run=qemu-aarch64
    for tool in $cc $run; do
        if ! command -v $tool >/dev/null; then
            echo "1..0 # SKIP $tool is not installed"
            exit 0
        fi
    done
    ;;
*)
    echo "fiber.sh: no processor '$processor'; native or aarch64" >&2
    exit 2
    ;;
esac
case $($cc -dumpmachine) in
x86_64*) assembly=$root/emu/machine/fiber_x86_64.S ;;
aarch64*) assembly=$root/emu/machine/fiber_aarch64.S ;;
*) assembly= ;;
esac
build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT PIPE TERM

# Makes objects of the sources, all of which have names of their own, in a new folder.
compile() # folder, flags, sources...
{
    mkdir "$build/$1" && cd "$build/$1" || return
    flags=$2
    shift 2
    # shellcheck disable=SC2086 # words
    $cc -std=gnu11 -O2 -g -D_GNU_SOURCE -Wall -Wextra -I"$root/api" -I"$root" $flags -c "$@" 2>>"$build/messages"
}
knowing=$(grep -l EMU_FIBER_UCONTEXT "$root"/emu/machine/*.c)
built=0
# shellcheck disable=SC2046,SC2086 # words
for part in device fused host machine check count; do
    compile $part '' $(grep -L EMU_FIBER_UCONTEXT "$root"/emu/$part/*.c) || built=1
done
# shellcheck disable=SC2086 # words
compile tests '' "$root"/tests/fiber/*.c && compile assembly '' $knowing $assembly &&
    compile ucontext -DEMU_FIBER_UCONTEXT $knowing $assembly || built=1

count=0 failed=0
for way in assembly ucontext; do
    # A static program's dladdr() warns at the link; reports then show addresses.
    if [ $built != 0 ] || ! $cc $link -o "$build/program" "$build"/device/*.o "$build"/fused/*.o "$build"/host/*.o \
        "$build"/machine/*.o "$build"/check/*.o "$build"/count/*.o "$build"/tests/*.o "$build/$way"/*.o -lpthread -ldl -lm 2>>"$build/messages"; then
        sed 's/^/# /' "$build/messages"
        count=$((count + 1)) failed=1
        echo "not ok $count - fiber/$processor/$way does not build"
        continue
    fi
    $run "$build/program" >"$build/said" || failed=1
    # The lines of both as those of one program; of one that ended early the plan is missing or another number.
    awk -v from=$count -v way="$processor/$way" '
        /^1\.\./ { plan = substr($0, 4); next }
        /^(not )?ok / { number++; sub(/ok [0-9]+ - /, "ok " from + number " - " way "/") }
        { print }
        END { if (!plan || plan != number) print "Bail out! " way " ended early" }' "$build/said"
    count=$((count + $(grep -Ec '^(not )?ok ' "$build/said")))
done
echo "1..$count"
exit $failed
