#!/bin/sh
# Makes a man page of what a command's --help prints.
# usage: man.sh HELP2MAN OUTPUT VERSION DESCRIPTION PROGRAM [SUBCOMMAND]
set -eu
help2man=$1 output=$2 version=$3 description=$4 program=$5 subcommand=${6:-}
name=$(basename "$program")${subcommand:+-$subcommand}
"$help2man" --no-info "--version-string=$version" "--source=Lanewise $version" "--name=$description" "--manual=Lanewise" \
    "$program${subcommand:+ $subcommand}" |
    sed "s/^\.TH .*/.TH $(echo "$name" | tr a-z A-Z) 1 \"\" \"Lanewise $version\" \"Lanewise\"/" >"$output"
