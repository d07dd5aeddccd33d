#!/bin/sh
# Installs the build into a folder of its own, and there builds and runs the program beside this file in every way that
# a user has. Prints TAP. LANEWISE_BUILD is the build directory.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM
. "$here/../installed.sh"
export LANEWISE_DEVICE=cpu
number=0 failures=0

# check NAME COMMAND...: the command's success is the test; its output is shown where it fails.
check()
{
    name=$1
    shift
    number=$((number + 1))
    if ("$@") >"$work/log" 2>&1; then
        echo "ok $number - downstream/$name"
    else
        echo "not ok $number - downstream/$name"
        sed 's/^/# /' "$work/log"
        failures=$((failures + 1))
    fi
}

lacks() # NAME TOOL: true, and says that the test is skipped, where the tool is absent
{
    command -v "$2" >/dev/null && return 1
    number=$((number + 1))
    echo "ok $number - downstream/$1 # SKIP no $2"
}

# Each in a copy of the example, out of the project's tree.
fresh() { rm -rf "$work/$1" && cp -R "$here" "$work/$1" && cd "$work/$1"; }

by_make()
{
    fresh make && make CC="${CC:-cc}" && ./dot
}

by_pkg_config()
{
    fresh pkg-config &&
        $(pkg-config --variable=lanewise_cc lanewise) --no-cuda -O2 -c dot.c -o dot.o &&
        ${CC:-cc} $(pkg-config --cflags lanewise) main.c dot.o $(pkg-config --libs lanewise) -o dot && ./dot
}

# Without the shared library beside it, -llanewise is the static one.
by_static_library()
{
    fresh static && cp -R "$work/prefix" prefix && rm "$(find prefix -name liblanewise.so)" &&
        PKG_CONFIG_PATH=$PWD/prefix/${library#"$work/prefix/"}/pkgconfig &&
        $(pkg-config --variable=lanewise_cc lanewise) --no-cuda -O2 -c dot.c -o dot.o &&
        ${CC:-cc} $(pkg-config --static --cflags lanewise) main.c dot.o $(pkg-config --static --libs lanewise) -o dot &&
        ./dot && ! ldd dot | grep lanewise
}

# No shared library at all: needs a SLEEF that was built so.
fully_static()
{
    fresh whole && $(pkg-config --variable=lanewise_cc lanewise) --no-cuda -O2 -c dot.c -o dot.o &&
        ${CC:-cc} $(pkg-config --static --cflags lanewise) main.c dot.o -static $(pkg-config --static --libs lanewise) \
            -o dot && ./dot
}

by_cmake()
{
    fresh cmake && cmake -S . -B out -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release \
        -DLANEWISE_KERNEL_FLAGS=--no-cuda && cmake --build out && out/dot && out/dot_static
}

# A change of the kernel's header compiles it again.
cmake_rebuilds()
{
    sleep 1
    cd "$work/cmake" && touch dot.h && cmake --build out >second && grep 'Compiling kernels' second &&
        cmake --build out >third && ! grep 'Compiling kernels' third
}

cmake_versions()
{
    fresh version && sed -i 's/Lanewise 0.1/Lanewise 1.0/' CMakeLists.txt &&
        ! cmake -S . -B out -DCMAKE_PREFIX_PATH="$work/prefix"
}

# The installed headers need nothing that is not installed.
headers_stand_alone()
{
    for header in "$include"/lanewise/*.h "$include"/lanewise/kernels/*.h; do
        [ -e "$header" ] || continue
        echo "#include <${header#"$include/"}>" |
            ${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$include" -x c - || return 1
    done
}

# The pages are of the commands that were built.
man_pages()
{
    for page in lanewise:check lanewise-check:--runs lanewise-cc:--cuda-arch; do
        grep -q '^.SH SYNOPSIS' "$work/prefix/share/man/man1/${page%:*}.1" &&
            tr -d '\\' <"$work/prefix/share/man/man1/${page%:*}.1" | grep -q -e "${page#*:}" || return 1
    done
    [ -s "$work/prefix/share/doc/lanewise/manual/write.md" ]
}

kernel_library()
{
    fresh kernels && ${CC:-cc} $(pkg-config --cflags lanewise-kernels) use_kernels.c \
        $(pkg-config --libs lanewise-kernels) -o use_kernels && ./use_kernels
}

# Each of CUDA's headers has what it includes; so has what only files whose kernels launch kernels read.
cuda_headers()
{
    fresh cuda && (cd "$work"/prefix/include/*/api/cuda && ls *.h nvtx3/*.h) >headers && grep -q '^cufft.h' headers || return 1
    for newer in cublas.h cublas_v2.h; do # one of these two in a file
        sed "/^cublas\(_v2\)\{0,1\}.h$/d; s/.*/#include <&>/" headers >all.cu && echo "#include <$newer>" >>all.cu &&
            echo '__global__ void k(int n) { if (n) k<<<1, 1>>>(n - 1); }' >>all.cu &&
            lanewise-cc --no-cuda --fused=off --no-checked -c all.cu -o all.o || return 1
    done
}

# All libraries that a program loads with dlopen() share some 500 bytes of static thread-local storage.
needs_little_storage()
{
    size=$(readelf -lW "$library/liblanewise.so" | awk '$1 == "TLS" { print $6 }') && echo "$size" &&
        [ "$((size))" -gt 0 ] && [ "$((size))" -le 256 ]
}

# Programs that do not link the library load it with dlopen(). Python does, too; it opens every device that there is.
by_python() { python3 "$here/load.py" "$library/liblanewise.so.0"; }

# Whether the build knows GPUs, nvcc is there to compile for them, and there is one.
has_gpu()
{
    [ -e /dev/nvidiactl ] && grep -qaF libcuda.so.1 "$library/liblanewise.so" &&
        { command -v nvcc || [ -x /usr/local/cuda/bin/nvcc ]; }
}

# plugin NAME FLAGS...: a build of the plugin, for a GPU, too, where there is one.
plugin()
{
    name=$1
    shift
    cuda=--no-cuda
    ! has_gpu || cuda=
    $(pkg-config --variable=lanewise_cc lanewise) $cuda -O2 -g -fPIC "$@" -c plugin_kernel.c -o "$name-kernel.o" &&
        ${CC:-cc} -fPIC -shared "$@" $(pkg-config --cflags lanewise) plugin.c "$name-kernel.o" \
            $(pkg-config --libs lanewise) -o "$name.so"
}

# The last of them, with 4 MB of variables, lies elsewhere, and the first then where it was.
run_plugins()
{
    ./plugin_host "$1" "$library/liblanewise.so.0" ./first.so ./larger.so ./edited.so ./longer.so ./far.so ./first.so
}

reload_plugins()
{
    fresh plugin && plugin first -DROOM=600 -DBOUND=256 -DVALUE=3 -DLINE=3000 -DFACTORS=5 &&
        plugin larger -DROOM=11000 -DBOUND=512 -DVALUE=5 -DLINE=5000 -DFACTORS=5 &&
        plugin edited -DROOM=600 -DBOUND=512 -DVALUE=7 -DLINE=7000 -DFACTORS=5 &&
        plugin longer -DROOM=600 -DBOUND=512 -DVALUE=8 -DLINE=8000 -DFACTORS=7 &&
        plugin far -DROOM=600 -DBOUND=512 -DVALUE=9 -DLINE=9000 -DFACTORS=1000000 &&
        ${CC:-cc} -Wall -Wextra -Werror $(pkg-config --cflags lanewise) plugin_host.c -o plugin_host -ldl &&
        ! ldd plugin_host | grep lanewise && run_plugins cpu && LANEWISE_ENGINE=compare run_plugins cpu || return
    ! has_gpu || run_plugins cuda:0
}

check install install_build
if [ $failures = 0 ]; then
    use_installed
    include=$(pkg-config --variable=includedir lanewise)/lanewise-0/api
    check headers headers_stand_alone
    lacks make make || check make by_make
    check pkg-config by_pkg_config
    check pkg-config-static by_static_library
    if [ -e "$(${CC:-cc} -print-file-name=libsleef.a)" ]; then
        check fully-static fully_static
    else # Debian's SLEEF is a shared library alone
        number=$((number + 1))
        echo "ok $number - downstream/fully-static # SKIP no libsleef.a"
    fi
    lacks man-pages help2man || check man-pages man_pages
    check kernel-library kernel_library
    if [ -e "$library/liblanewise-cudart.so" ]; then
        lacks cuda-headers clang-19 || check cuda-headers cuda_headers
    fi
    lacks thread-local-storage readelf || check thread-local-storage needs_little_storage
    lacks python python3 || check python by_python
    check plugins reload_plugins
    if ! lacks cmake cmake; then
        check cmake by_cmake
        check cmake-rebuilds cmake_rebuilds
        check cmake-refuses-newer cmake_versions
    fi
fi
echo "1..$number"
[ $failures = 0 ]
