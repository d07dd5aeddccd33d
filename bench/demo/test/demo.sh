#!/bin/sh
# lanewise-demo when it cannot write: its message and its exit status. Prints TAP.
# usage: demo.sh LANEWISE_DEMO DEMO_TEST
demo=$(realpath "$1") test=$(realpath "$2") || exit 1
work=$(mktemp -d "${TMPDIR:-/tmp}/lanewise-demo-XXXXXX") || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM
cd "$work" || exit 1
export LANEWISE_DEVICE=cpu
count=0 failed=0
report() # status, name
{
    count=$((count + 1))
    [ "$1" = 0 ] && echo "ok $count - demo/$2" && return
    failed=1
    echo "not ok $count - demo/$2"
    sed 's/^/# /' log
}
says() { grep -q -e "$1" log; }

"$test" photo.png || exit 1
"$demo" photo.png pictures >log 2>&1 && says '^all results are right; pictures in pictures' && [ -s pictures/contact-sheet.png ]
report $? "pictures are written"

# A picture that cannot be written is not a wrong result.
rm pictures/gray.png && mkdir pictures/gray.png
"$demo" photo.png pictures >log 2>err; [ $? = 2 ] && cat err >>log && says '^all results are right; not all pictures could be written to pictures$' &&
    says '^cannot write pictures/gray.png: Is a directory$' && ! says NOT
report $? "a picture that cannot be written"

"$demo" photo.png /none/pictures >log 2>&1; [ $? = 2 ] && says '^cannot make /none/pictures: No such file or directory$'
report $? "a folder that cannot be made"

mkdir fixed && chmod a-w fixed
if (: >fixed/x) 2>/dev/null; then
    count=$((count + 1))
    echo "ok $count - demo/a folder that cannot be written to # SKIP this user may write anywhere"
else
    "$demo" photo.png fixed >log 2>&1; [ $? = 2 ] && says '^cannot write pictures to fixed: Permission denied$' && [ "$(wc -l <log)" = 1 ]
    report $? "a folder that cannot be written to"
fi
echo "1..$count"
exit $failed
