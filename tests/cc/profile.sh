# Part of cc.sh: profilers find a kernel's lines. It comes after link.sh, whose kernels it uses.
# Whether callgrind counted instructions at the line of the file with the text.
counted() # FILE TEXT
{
    awk -v "file=$1" -v "line=$(grep -nF "$2" "$1" | cut -d: -f1)" '
        /^f[lie]=/ { here = substr($0, length($0) - length(file)) == "/" file }
        here && $1 == line && $2 > 0 { found = 1 }
        END { exit !found }' callgrind.out
}
for engine in fiber fused; do
    name="callgrind counts at a kernel's lines: $engine"
    if ! command -v valgrind >/dev/null; then
        skip "$name" "no valgrind"
    elif [ -n "$sanitize" ]; then
        skip "$name" "valgrind and $sanitize exclude each other"
    elif [ $engine = fused ] && { [ -z "$clang19" ] || [ ! -x "$fuse" ]; }; then
        skip "$name" "no clang-19 or no lanewise-fuse"
    else
        only=--fused=off
        [ $engine = fiber ] || only="--fused=on --clang=$clang19 --fuse=$fuse"
        cc --no-cuda $only -O2 -g -c first.c second.c && link program.o first.o second.o -o profiled &&
            LANEWISE_ENGINE=$engine LANEWISE_WORKERS=1 valgrind --tool=callgrind --compress-strings=no --compress-pos=no \
                --callgrind-out-file=callgrind.out ./profiled 2>>log &&
            counted first.c 'out[i] =' && counted second.c 'out[i] ='
        report $? "$name"
    fi
done
