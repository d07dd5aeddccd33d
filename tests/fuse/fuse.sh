#!/bin/sh
# Tests of lanewise-fuse, step by step: each .ll file of this folder is a kernel that shows one thing. Prints TAP.
# usage: fuse.sh SOURCE_ROOT LANEWISE_FUSE
#
# A file's first comments say what is expected of it, in extended regular expressions (but for what is refused):
#   ; level: N         it is made for that level; without it, for 0
#   ; shape: SHAPES    it is made for such blocks, too
#   ; until: STEP      what lanewise-fuse prints after that step is looked at; without it, what it makes
#   ; options: WORDS   it is run with these options, too
#   ; expect: RE       some line matches
#   ; reject: RE       no line does
#   ; report: RE       some line of --report does
#   ; refuse: TEXT     so the kernel stays on fibers: KERNEL: REASON
# An instruction is a line "BLOCK| TEXT"; lines of facts are as they are.
suite=fuse
fuse=$(realpath "$2") || exit 1
. "$(dirname "$0")/../language/tap.sh"
folder=$root/tests/fuse
optimiser=
for name in opt-19 /usr/lib/llvm-19/bin/opt; do
    [ -n "$optimiser" ] || ! have $name || optimiser=$name
done

# Lines of a dump or of a module: the block's name before what is in it, one space for many.
lines()
{
    awk '/^;; [^ ]+: number=/ { block = $2; sub(/:$/, "", block) }
        /^ / && block != "" { sub(/^ +/, ""); print block "| " $0; next }
        { print }'
}

# Every line of the file's head that begins with the word, as a pattern.
patterns() { sed -n "/^;/!q; s/^; $1: //p" "$2"; }

check() # file
{
    step=$(patterns until "$1")
    set -- "$1" $(patterns shape "$1" | sed 's/[^ ][^ ]*/--shape=&/g')
    if [ -n "$step" ]; then
        "$fuse" "--until=$step" "$@" >"$work/out" 2>>"$work/log" || { echo "exit status $?" >>"$work/log"; return 1; }
        : >"$work/report"
    else
        level=$(patterns level "$1") options=$(patterns options "$1")
        # shellcheck disable=SC2086 # words
        "$fuse" "--level=${level:-0}" $options --report --text -o "$work/out" "$@" >"$work/report" 2>>"$work/log" || {
            echo "exit status $?" >>"$work/log"
            return 1
        }
        [ -z "$optimiser" ] || "$optimiser" -passes=verify -disable-output "$work/out" 2>>"$work/log" || return 1
    fi
    lines <"$work/out" >"$work/lines"
    patterns expect "$1" >"$work/expect"
    patterns reject "$1" >"$work/reject"
    patterns report "$1" >"$work/reports"
    patterns refuse "$1" | sed 's/: /: fibers: /' >"$work/refuse"
    [ -s "$work/expect" ] || [ -s "$work/reports" ] || [ -s "$work/refuse" ] || {
        echo "nothing is expected" >>"$work/log"
        return 1
    }
    good=0
    while IFS= read -r pattern; do
        grep -Eq -e "$pattern" "$work/lines" || { good=1; echo "no line matches: $pattern" >>"$work/log"; }
    done <"$work/expect"
    while IFS= read -r pattern; do
        ! grep -E -e "$pattern" "$work/lines" >>"$work/log" || { good=1; echo "matches: $pattern" >>"$work/log"; }
    done <"$work/reject"
    while IFS= read -r pattern; do
        grep -Eq -e "$pattern" "$work/report" || {
            good=1
            echo "no line of the report matches: $pattern" >>"$work/log"
        }
    done <"$work/reports"
    while IFS= read -r text; do
        grep -Fqx -e "$text" "$work/report" || { good=1; echo "it was not refused so: $text" >>"$work/log"; }
    done <"$work/refuse"
    [ $good = 0 ] || cat "$work/report" "$work/lines" >>"$work/log"
    return $good
}

for file in "$folder"/*.ll; do
    check "$file"
    report $? "$(basename "$file" .ll)"
done

# Each file here, whatever it is for, to bitcode and at each level, optimised.
for level in 0 1 2; do
    status=0
    for file in "$folder"/*.ll; do
        "$fuse" --level=$level --optimize -o "$work/made.bc" "$file" 2>>"$work/log" || { echo "$file" >>"$work/log"; status=1; }
        [ -z "$optimiser" ] || "$optimiser" -passes=verify -disable-output "$work/made.bc" 2>>"$work/log" || {
            echo "$file" >>"$work/log"
            status=1
        }
    done
    report $status "verified_at_level_$level"
done

# ---- code growth ----
# A kernel of so many exchanges in the warp, each of whose lanes' values all later ones use.
exchanges() # count
{
    awk -v count="$1" 'BEGIN {
        print "declare i32 @lw_fused_thread_x() memory(none)"
        print "declare i64 @lw_fused_meet(i32, i32, i64, i32, ptr) convergent"
        print "@site = external constant i8"
        print "define void @k__fiber(ptr %arguments) {\nentry:\n  %out = load ptr, ptr %arguments"
        print "  %x = call i32 @lw_fused_thread_x()\n  %at = getelementptr i64, ptr %out, i32 %x\n  %v0 = load i64, ptr %at"
        for (i = 1; i <= count; i++) {
            printf "  %%g%d = call i64 @lw_fused_meet(i32 10, i32 -1, i64 %%v%d, i32 8196, ptr @site)\n", i, i - 1
            printf "  %%v%d = add i64 %%g%d, %%v%d\n", i, i, i - 1
        }
        printf "  store i64 %%v%d, ptr %%at\n  ret void\n}\n", count }'
}
for many in 20 600; do
    exchanges $many >"$work/exchanges.ll"
    "$fuse" --report --text -o "$work/out" "$work/exchanges.ll" >"$work/log" 2>&1 &&
        if [ $many = 20 ]; then
            grep -q '^k: fused: 21 regions' "$work/log"
        else
            grep -q '^k: fibers: its loops over lanes would be more than [0-9]* instructions, those of a lane are [0-9]' "$work/log" &&
                [ "$(grep -c '^define' "$work/out")" = 0 ]
        fi
    report $? "growth_of_${many}_exchanges"
done

# ---- input that is none ----
# Status 1, one line that names the file, nothing on standard output.
fails() # name, what the line has, words...
{
    name=$1 words=$2
    shift 2
    "$fuse" "$@" >"$work/out" 2>"$work/log"
    status=$?
    good=0
    [ $status = 1 ] || { echo "exit status $status" >>"$work/log"; good=1; }
    [ "$(grep -c '' "$work/log")" = 1 ] || { echo "it should be one line" >>"$work/log"; good=1; }
    grep -Fq -e "$words" "$work/log" || { echo "it should have: $words" >>"$work/log"; good=1; }
    [ ! -s "$work/out" ] || { echo "something is on standard output" >>"$work/log"; good=1; }
    report $good "$name"
}
: >"$work/empty.bc"
"$fuse" -o "$work/whole.bc" "$folder/emit.ll" 2>>"$work/log"
head -c 300 "$work/whole.bc" >"$work/short.bc"
echo 'no intermediate representation' >"$work/prose.ll"
cat >"$work/odd.ll" <<'END'
declare i32 @lw_fused_barrier()
define void @k__fiber(ptr %arguments) {
  %none = call i32 @lw_fused_barrier()
  ret void
}
END
cat >"$work/named.ll" <<'END'
define i32 @a__fiber(ptr %p) {
  ret i32 1
}
define void @b__fiber() {
  ret void
}
define void @c__fiber(ptr %arguments) {
  call void @b__fiber()
  ret void
}
END
# The epoch, by which bitcode tells who can read it, is in the byte after the producer's name.
cp "$work/whole.bc" "$work/other.bc"
printf '\011' | dd of="$work/other.bc" bs=1 seek=28 conv=notrunc 2>/dev/null
fails empty_file "$work/empty.bc" -o "$work/made.bc" "$work/empty.bc"
fails truncated_bitcode "$work/short.bc" -o "$work/made.bc" "$work/short.bc"
fails another_version "$work/other.bc" -o "$work/made.bc" "$work/other.bc"
fails prose "$work/prose.ll" -o "$work/made.bc" "$work/prose.ll"
fails barrier_of_no_argument "odd.ll: working on it ended with signal" -o "$work/made.bc" "$work/odd.ll"
"$fuse" --report --text -o "$work/out" "$work/named.ll" >"$work/log" 2>&1 && [ "$(grep -c ': fused: ' "$work/log")" = 1 ] &&
    grep -q '^c: fused: 1 region' "$work/log" && ! grep -q '[ab]__f' "$work/out"
report $? kernels_take_one_pointer
fails no_such_file "$work/nowhere.bc" -o "$work/made.bc" "$work/nowhere.bc"
fails folder "$work" -o "$work/made.bc" "$work"
fails output_in_no_folder "$work/nowhere/made.bc" -o "$work/nowhere/made.bc" "$folder/emit.ll"
fails text_in_no_folder "$work/nowhere/made.ll" --text -o "$work/nowhere/made.ll" "$folder/emit.ll"
if [ -e /dev/full ]; then
    fails full_disk /dev/full -o /dev/full "$folder/emit.ll"
else
    skip full_disk "no /dev/full"
fi
finish
