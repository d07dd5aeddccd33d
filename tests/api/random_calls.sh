#!/bin/sh
# Every function of the host interface is in the random test: it has a RANDOM_CALL in random_*.c, or a reason below.
# usage: random_calls.sh SOURCE_ROOT
suite=api
. "$(dirname "$0")/../language/tap.sh"

# A function and why no random call can test it.
cat >"$work/reasons" <<'END'
lw_channel returns a value, no status; lw_array_create() has it
lw_default_stream returns a handle, no status; streams of all calls
lw_error is a message of the caller's own
lw_last_error_message the messages of all refused calls
lw_launch_refuses_dim3 has no definition: it is a compile error
lw_launch_refuses_number has no definition: it is a compile error
lw_status_string returns a text, no status
lw_version returns a text, no status
END
sort "$work/reasons" | cut -d ' ' -f 1 >"$work/reasoned"

# Functions that headers declare; inline ones are made of these.
declared()
{
    grep -hE '^[a-z][A-Za-z0-9_ ]*[ *]lw_[a-z0-9_]+\(' "$@" | grep -Ev '^(static|typedef|LW_)' |
        sed -E 's/.*[ *](lw_[a-z0-9_]+)\(.*/\1/' | sort -u
}
called() { cat "$@" | grep -oE '^(RANDOM_CALL|NEIGHBOURS)\(lw_[a-z0-9_]+' | sed 's/.*(//' | sort -u; }

declared api/lanewise/*.h >"$work/declared"
called tests/api/random_*.c >"$work/called"
[ "$(wc -l <"$work/declared")" -gt 150 ] && sort "$work/called" "$work/reasoned" | comm -23 "$work/declared" - >"$work/log" && [ ! -s "$work/log" ]
report $? every_function_is_called
comm -12 "$work/called" "$work/reasoned" >"$work/log"
sort "$work/called" "$work/reasoned" | comm -13 "$work/declared" - >>"$work/log"
[ ! -s "$work/log" ]
report $? no_reason_too_many

# That a function without a call is seen.
printf 'lw_status lw_new_function(int *number);\n' >"$work/new.h"
[ "$(declared "$work/new.h")" = lw_new_function ] && ! grep -qx lw_new_function "$work/called" "$work/reasoned"
report $? a_new_function_is_seen
finish
