#!/bin/sh
# Does what each chapter of the manual and the README say, with Lanewise installed: writes their files, types their commands,
# and compares what these print with what is shown. Prints TAP. LANEWISE_BUILD is the build folder.
# usage: manual.sh SOURCE_ROOT [CHAPTER]...
suite=manual
. "$(dirname "$0")/../language/tap.sh"
here=$root/tests/manual
shift
. "$root/tests/installed.sh"
export LANEWISE_DEVICE=cpu LC_ALL=C
unset LANEWISE_ENGINE LANEWISE_CPU LANEWISE_SCHEDULE LD_LIBRARY_PATH

# One command, in the chapter's folder. Where the chapter shows no output, it must succeed; else it must print that.
type_command() # NAME COMMAND, with $work/shown
{
    name="$1: $(printf '%s' "$2" | tr '#' ' ')"
    for tool in $2; do # the first word that is no assignment
        case $tool in
        *=*) ;;
        *) break ;;
        esac
    done
    case $tool in
    ./* | cd) ;;
    *) have "$tool" || { skip "$name" "no $tool"; return; } ;;
    esac
    sh -c "$2" >"$work/log" 2>&1 </dev/null
    status=$?
    if [ -s "$work/shown" ]; then
        awk -v shown="$work/shown" -f "$here/matches.awk" "$work/log"
        status=$?
        [ $status = 0 ] || { echo '---- the manual shows:' && cat "$work/shown"; } >>"$work/log"
    fi
    report $status "$name"
}

run_console() # CHAPTER FILE
{
    command=
    while IFS= read -r line; do
        case $line in
        '$ '*)
            [ -z "$command" ] || type_command "$1" "$command"
            command=${line#??}
            : >"$work/shown"
            ;;
        *) printf '%s\n' "$line" >>"$work/shown" ;;
        esac
    done <"$2"
    type_command "$1" "$command"
}

run_chapter() # FILE
{
    chapter=$(realpath --relative-to="$root/api/manual" "${1%.md}" | tr -s ./ _)
    steps=$work/$chapter.steps
    mkdir "$steps" "$work/$chapter" && cd "$work/$chapter" || exit 1
    awk -v folder="$steps" -f "$here/extract.awk" "$1"
    for step in "$steps"/*; do
        case $step in
        *.file)
            name=$(head -n 1 "$step")
            mkdir -p "$(dirname "$name")" && tail -n +2 "$step" >"$name"
            ;;
        *.console) run_console "$chapter" "$step" ;;
        esac
    done
}

[ $# -gt 0 ] || set -- "$root/README.md" "$root"/api/manual/*.md
chapters=$(realpath "$@") || exit 1
install_build >"$work/log" 2>&1
report $? install
[ $failed = 0 ] || finish
use_installed
for chapter in $chapters; do
    run_chapter "$chapter"
done
finish
