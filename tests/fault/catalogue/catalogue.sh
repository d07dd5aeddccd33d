#!/bin/sh
# Each entry of the catalogue (table.tsv) in checked mode, with its fault and without, in three shapes: the fault is found
# and named, its twin is not reported. Once for each program: fault-catalogue-COMPILER.
# usage: catalogue.sh SOURCE_ROOT PROGRAM...
suite=fault
for path; do
    shift
    set -- "$@" "$(realpath "$path")"
done
. "$(dirname "$0")/../../language/tap.sh"
shift
folder=tests/fault/catalogue
export LANEWISE_ENGINE=checked LANEWISE_DEVICE=cpu LANEWISE_TIMEOUT=1 LANEWISE_PROFILE=sm_90:132
tab=$(printf '\t')

# file:line of what the sources mark with the word in the kernel, or host function, of the name
marks() # name, word
{
    awk -v name="$1" -v word="/* $2 */" '
        FNR == 1 { file = FILENAME; sub(/.*\//, "", file); inside = 0 }
        index($0, "LW_KERNEL(fault_" name ",") || index($0, "static void " name "(") { inside = 1 }
        inside && substr($0, length($0) - length(word) + 1) == word { printf "%s:%d ", file, FNR }
        /^}/ { inside = 0 }' $folder/*.c
}
made_at() # word
{
    awk -v word="/* $1 */" 'substr($0, length($0) - length(word) + 1) == word {
        printf "made at .* in .*catalogue.c:%d$|made at .* in .*catalogue.c:%d[^0-9]", FNR, FNR }' $folder/catalogue.c
}
g=$(made_at g) h=$(made_at h) fresh=$(made_at fresh)

judge() # kind, what is expected
{
    awk -v headline="$2" -v says="$says" -v beside="$beside" -v severity="$severity" -v marks="$marks" \
        -f $folder/check.awk "$work/$1" >"$work/wrong" && return
    sed "s/^/$1: /" "$work/wrong"
    cat "$work/$1"
    return 1
}

run() # program, shape
{
    for kind in faulty fixed; do
        env ${with#any} timeout 60 ${MESON_EXE_WRAPPER:-} "$1" "$name" $kind "$2" >"$work/$kind" 2>&1
        status=$?
        [ $status -le 1 ] || echo "$kind: status $status" >>"$work/log"
    done
    [ $status = 0 ] || echo "fixed: status $status" >>"$work/log"
    expected=$headline
    [ "$severity" != none ] || expected=
    judge fixed '' >>"$work/log"
    judge faulty "$expected" >"$work/faults" && found=1 || found=0
}

while IFS=$tab read -r number name severity with headline says beside missing what; do
    case $number in '#'*) continue ;; esac
    marks=$(marks "$name" fault)
    says=$(printf '%s' "$says" | awk -v g="($g)" -v h="($h)" -v f="($fresh)" \
        '{ gsub(/@g@/, g); gsub(/@h@/, h); gsub(/@fresh@/, f); print }')
    for program; do
        compiler=${program##*-}
        case $missing in clang:*) [ "$compiler" = clang ] && reason=$missing || reason=- ;; *) reason=$missing ;; esac
        for shape in ${CATALOGUE_SHAPES:-line plane large}; do
            run "$program" $shape
            test=catalogue_${number}_${name}_${compiler}_$shape
            if [ "$reason" = - ]; then
                cat "$work/faults" >>"$work/log"
                [ ! -s "$work/log" ]
                report $? "$test"
            elif [ $found = 1 ]; then
                echo "found, though table.tsv says: $reason" >>"$work/log"
                report 1 "$test"
            elif [ -s "$work/log" ]; then
                report 1 "$test"
            else
                skip "$test" "not found yet: $reason"
            fi
        done
    done
done <$folder/table.tsv
finish
