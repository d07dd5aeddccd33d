#!/bin/sh
# READMEs are true where a script can tell: paths and links in them lead somewhere, their tables name each source file and
# nothing else, and files include what "May include" allows (readme.awk has the rules).
# usage: readme.sh SOURCE_ROOT
suite=readme
. "$(dirname "$0")/../language/tap.sh"
rules=$root/tests/readme/readme.awk
folders='api backends bench emu kernels tests'

# Prints what is wrong with the READMEs of the folder.
look() # folder, check
{
    (
        cd "$1" || exit
        find $folders -type f 2>/dev/null | sort >"$work/files"
        ls -p | grep -v / >>"$work/files"
        grep -rHE --include='*.[chS]' '^[ 	]*# *include *[<"]' $folders 2>/dev/null | sed 's/[>"][^<>"]*$//' >"$work/includes"
        { ls [A-Z]*.md; find $folders -name '[A-Z]*.md'; } 2>/dev/null | sort | xargs awk -v check="$2" -v files="$work/files" -v lines="$work/includes" \
            -f "$rules" "$work/files" "$work/includes" | sort -u
    )
}

for check in paths links files includes; do
    look "$root" $check >"$work/log"
    [ ! -s "$work/log" ]
    report $? $check
done

for folder in api api/cc api/lanewise backends/cpu/cli backends/cpu/host backends/cpu/language backends/cuda emu/check emu/device emu/fuse emu/fused \
    emu/host emu/machine emu/math tests; do
    grep -q '^## May include' $folder/README.md || echo "$folder/README.md does not say what files may include" >>"$work/log"
done
[ ! -s "$work/log" ]
report $? sections

# ---- that wrong ones are seen ----
mkdir -p "$work/wrong/emu/check" "$work/wrong/api"
cd "$work/wrong" || exit 1
printf '#include "../api/open.h"\n#include <stdio.h>\n' >emu/lane.c
printf '#include "../lane.h"\n' >emu/check/race.c
: >emu/lane.h
: >api/open.h
: >api/closed.h
: >emu/check/README.md
readme() # the lines of emu/README.md
{
    printf '%s\n' "$@" >emu/README.md
}
sees() # name, check, expected lines
{
    look . "$2" >"$work/seen"
    name=$1
    shift 2
    printf '%s\n' "$@" | sed '/^$/d' | diff - "$work/seen" >"$work/log"
    report $? "$name"
}

right='`check/race.c`, `emu/lane.c`, `api/open.h`, `row/F3`, `/usr/bin`; [a link](check/README.md), [another](https://example.org/)'
table='| file | what |'
line='|---|---|'
rule='## May include'
readme "$right" '' "$table" "$line" '| `lane` | lanes |' '' "$rule" "$table" "$line" '| `*.c` | `api/open.h` |'
for check in paths links files includes; do
    sees "right_$check" $check ''
done
readme '`check/rase.c` and `../api/shut.h`'
sees wrong_path paths 'emu/README.md: `../api/shut.h` does not exist' 'emu/README.md: `check/rase.c` does not exist'
readme '[a link](check/NOTHING.md)'
sees wrong_link links 'emu/README.md: the link to check/NOTHING.md leads nowhere'
readme "$table" "$line" '| `lane.h` `warp.c` | |' '' "$rule" "$table" "$line" '| `*` | |'
sees wrong_table files 'emu/README.md: no table names lane.c' 'emu/README.md: the table names `warp.c`, which does not exist'
readme "$rule" "$table" "$line" '| `lane.c` | `api/closed.h` |'
sees wrong_include includes 'emu/README.md: lane.c includes api/open.h, which its line does not allow' \
    'emu/README.md: nothing includes `api/closed.h` as its line says'
readme "$rule" "$table" "$line" '| `lane.h` | |'
sees no_line includes 'emu/README.md: no line says what lane.c may include: api/open.h'
finish
