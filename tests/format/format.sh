#!/bin/sh
# Every C file is formatted as .clang-format says. `clang-format-19 -i FILE` makes it so. A table that a formatter would spoil
# stands between `/* clang-format off */` and `/* clang-format on */`.
# usage: format.sh SOURCE_ROOT
suite=format
. "$(dirname "$0")/../language/tap.sh"
if ! have clang-format-19; then
    skip all "clang-format-19 is not installed"
    finish
fi

for folder in api backends bench emu kernels tests; do
    find $folder -name '*.[ch]' | xargs clang-format-19 --dry-run --Werror >"$work/log" 2>&1
    report $? $folder
done

# That a file formatted otherwise is seen.
printf 'int  lw_test_format;\n' >"$work/wrong.c"
! clang-format-19 --style=file:"$root/.clang-format" --dry-run --Werror "$work/wrong.c" >"$work/log" 2>&1
report $? wrong_is_seen
finish
