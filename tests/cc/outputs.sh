# Part of cc.sh: what -o and -MF may name. The devices are this test's own: the faults would remove the system's.
# Compiles a file in every way in which that fails or succeeds; the output must still be what it was.
stays() # test's flag (-c device, -p pipe, -h link), output
{
    good=0
    timeout 60 "$driver" "--include-dir=$root/api" --no-cuda -c broken.c -o "$2" >log 2>&1
    [ $? = 1 ] && [ "$1" "$2" ] || { good=1; echo "broken.c -o $2" >>log; }
    timeout 60 "$driver" "--include-dir=$root/api" --no-cuda -MD -MF "$2" -c broken.c -o out.o >>log 2>&1
    [ $? = 1 ] && [ "$1" "$2" ] || { good=1; echo "broken.c -MF $2" >>log; }
    return $good
}

echo old >kept.o; echo old >kept.d
cc --no-cuda -MD -c broken.c -o kept.o; [ $? = 1 ] && [ "$(cat kept.o kept.d)" = "$(printf 'old\nold')" ]
report $? "a compile error leaves the old object and dependency file"

ln kept.o twin.o
cc --no-cuda -MD -c plain.c -o kept.o && nm kept.o 2>>log | grep -q plain_cpu && grep -q plain.h kept.d && [ "$(cat twin.o)" = old ]
report $? "an old object is replaced, its other hard links are not"

mkfifo pipe && stays -p pipe
report $? "a compile error leaves a pipe"
timeout 60 cat pipe >piped.o & reader=$!
timeout 60 "$driver" "--include-dir=$root/api" --no-cuda -c plain.c -o pipe >log 2>&1 && wait $reader && [ -p pipe ] &&
    nm piped.o | grep -q plain_cpu
report $? "an object through a pipe"
kill $reader 2>/dev/null

echo old >behind.o && ln -s behind.o link.o && stays -h link.o && [ "$(cat behind.o)" = old ]
report $? "a compile error leaves a symbolic link, and the file behind it"
cc --no-cuda -c plain.c -o link.o && [ -h link.o ] && nm behind.o | grep -q plain_cpu
report $? "an object through a symbolic link"

cp broken.c same.c
cc --no-cuda -c same.c -o ./same.c; [ $? = 1 ] && says 'the input and the output' && cmp -s broken.c same.c
report $? "the kernel file as the output is refused"
cc --no-cuda -MD -MF same.c -c same.c -o out.o; [ $? = 1 ] && says 'the input and the output' && cmp -s broken.c same.c
report $? "the kernel file as the dependency file is refused"

# Their numbers are Linux's: those of /dev/null and /dev/full.
if mknod null c 1 3 2>/dev/null && mknod full c 1 7 2>/dev/null && (: >null) 2>/dev/null; then
    stays -c null
    report $? "a compile error leaves a device"
    cc --no-cuda -MD -MF null -c plain.c -o null && [ -c null ] && [ ! -s log ]
    report $? "a device like /dev/null as the object and the dependency file"
    cc --no-cuda -c plain.c -o full; [ $? = 1 ] && [ -c full ] && says 'full: No space left on device'
    report $? "an object that cannot be written: a full device"
    rm -f out.o
    cc --no-cuda -MD -MF full -c plain.c -o out.o; [ $? = 1 ] && [ -c full ] && [ ! -e out.o ]
    report $? "a dependency file that cannot be written: a full device, and no object is left"
    rm -f out.d
    cc --no-cuda -MD -MF out.d -c plain.c -o full; [ $? = 1 ] && [ -c full ] && [ ! -e out.d ]
    report $? "an object that cannot be written: no dependency file is left"
    ln -s full full.o
    cc --no-cuda -c plain.c -o full.o; [ $? = 1 ] && [ -h full.o ] && [ -c full ]
    report $? "a symbolic link to a full device stays"
    cc --no-cuda -E plain.c -o full; [ $? != 0 ] && [ -c full ]
    report $? "so does a full device as the output of -E"
else
    skip "devices as the object and the dependency file" "no right to make devices"
fi

# lanewise-cc may write 512 bytes (1024 in bash) into a file, the programs that it starts more.
for tool in gcc objcopy; do
    printf '#!/bin/sh\nulimit -S -f unlimited\nexec %s "$@"\n' "$(command -v $tool)" >free_$tool && chmod +x free_$tool
done
half() # output
{
    (trap '' XFSZ; ulimit -S -f 1; LANEWISE_OBJCOPY=$work/free_objcopy cc --no-cuda --fused=off --no-checked \
        "--host-cc=$work/free_gcc" -g -include stdio.h -include stdlib.h -c plain.c -o "$1")
    [ $? = 1 ] && says "cannot write $1: File too large"
}
echo old >half_written.o
half half_written.o && [ ! -e half_written.o ]
report $? "half an object is removed"
echo old >behind.o; ln -sf behind.o link.o
half link.o && [ -h link.o ] && [ ! -s behind.o ]
report $? "half an object behind a symbolic link is emptied, and the link stays"
