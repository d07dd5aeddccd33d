# To be sourced by the scripts of the folders here, with their arguments and `suite` set: build() makes a folder's program.c
# with its kernels.c, whose checked copies are the given compiler's, into $work/program.
driver=$(realpath "$2") folder=$(realpath "$3") clang=${4:-}
here=$(dirname "$(realpath "$0")")
. "$here/../../language/tap.sh"

build() # host compiler
{
    "$driver" --no-cuda --fused=off "--include-dir=$root/api" "--host-cc=$1" -g -O2 -c "$here/kernels.c" -o "$work/kernels.o" &&
        "$cc" -g "-I$root/api" "$here/program.c" "$work/kernels.o" "-L$folder" -llanewise "-Wl,-rpath,$folder" -o "$work/program"
} >>"$work/log" 2>&1
