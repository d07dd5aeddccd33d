#!/bin/sh
# __brkpt() stops a lane in gdb, which shows the kernel on its stack, with its line; and the lane can go on.
# usage: gdb.sh SOURCE_ROOT LANEWISE_TEST
suite=fault
tests=$(realpath "$2") || exit 1
. "$(dirname "$0")/../language/tap.sh"

name=gdb_stops_at_brkpt
if ! have gdb; then
    skip $name "no gdb"
    finish
fi
if ! gdb -nx -batch -ex run --args true 2>&1 | grep -q 'exited normally'; then
    skip $name "gdb cannot run a program here"
    finish
fi

says() { grep -Eq -e "$1" "$work/said" || echo "gdb did not show: $1" >>"$work/log"; }

# The case expects a launch failure, as nobody debugs: in gdb the lane goes on, and the case says so.
case=row/B16_brkpt_without_a_debugger_is_a_launch_failure@cpu
line=$(grep -n '__brkpt();' tests/conformance/device/S_stop.c | cut -d: -f1)
gdb -nx -batch -ex 'set pagination off' -ex run -ex backtrace -ex continue --args "$tests" --case $case \
    >"$work/said" 2>&1 </dev/null
says 'received signal SIGTRAP'
says " s_stop_brkpt__body \(.*S_stop\.c:$line\$"
says 'lw_device_synchronize\(t->device\) is LW_SUCCESS, expected LW_ERROR_LAUNCH_FAILURE'
says 'exited with code 01'
[ ! -s "$work/log" ] || cat "$work/said" >>"$work/log"
[ ! -s "$work/log" ]
report $? $name
finish
