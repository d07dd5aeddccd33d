#!/bin/sh
# Relocatable device code: linked/main.cu and linked/part.cu use each other's. The program prints the same with fibers, fused and
# checked, however it is linked. What the device link refuses. With nvcc, it links the same device code.
# usage: linked.sh SOURCE_ROOT LANEWISE_CC LANEWISE LOWER FUSE CLANG LIBRARY_FOLDER
suite=linked
cc_path=$(realpath "$2") && cli=$(realpath "$3") && libraries=$(realpath "$7") && LANEWISE_LOWER=$(realpath "$4") &&
    LANEWISE_FUSE=$(realpath "$5") && LANEWISE_CLANG=$6 && LANEWISE_INCLUDE_DIR=$(realpath "$1")/api || exit 1
export LANEWISE_LOWER LANEWISE_FUSE LANEWISE_CLANG LANEWISE_INCLUDE_DIR
. "$(dirname "$0")/../language/tap.sh" "$1"
level=$(grep -qw avx2 /proc/cpuinfo && echo v3 || echo v2)
compile() { "$cc_path" --no-cuda "--fused-levels=$level" --fused-shapes=none "$@"; }
link="-L$libraries -Wl,-rpath,$libraries"
quick="--no-checked --fused=off"
tests=$root/tests/cu/linked
grep -h '^// > ' "$tests/main.cu" | sed 's,^// > ,,' >"$work/want"
cd "$work" || exit 1
same() # PROGRAM: whether it prints what main.cu says
{
    timeout 60 "./$1" >got 2>errors
    status=$?
    { diff want got; grep -v '^========= ERROR SUMMARY: 0 errors' errors; } >>log
    [ $status = 0 ] && [ ! -s log ] && [ -s want ]
}

# ---- each engine ----
compile -O2 -g -dc --extended-lambda "$tests/main.cu" -o main.o >log 2>&1 && compile -O2 -c -rdc=true "$tests/part.cu" -o part.o >>log 2>&1 &&
    compile --fused=on main.o part.o $link -o program >>log 2>&1
report $? "two files"
for engine in fiber fused checked; do
    LANEWISE_ENGINE=$engine same program
    report $? "two files ($engine)"
done
LANEWISE_ENGINE=fused LANEWISE_LOG_FILE=said ./program >log 2>&1
! grep 'runs on fibers' said >log
report $? "static kernels and shared variables of one name on one line are fused"
! strings program | grep 'hiddenE[0-9]' >log
report $? "static names end as the source's"

# ---- ways of linking ----
compile $quick -dlink main.o part.o -o device.o >log 2>&1 && "${CXX:-g++}" main.o part.o device.o $link -llanewise-cudart -llanewise -lm -o by_host >>log 2>&1 &&
    same by_host
report $? "-dlink, then another compiler's link"
compile $quick main.o part.o device.o $link -o again >log 2>&1 && same again
report $? "code that an object has linked is not linked again"
mkdir folder && compile -lib part.o -o folder/libpart.a >log 2>&1 && compile $quick main.o -Lfolder -lpart folder/libpart.a $link -o by_name >>log 2>&1 &&
    same by_name
report $? "a library, named twice"
ld -r main.o part.o -o joined.o >log 2>&1 && compile $quick joined.o $link -o by_parts >>log 2>&1 && same by_parts
report $? "objects of one object"
readelf -S program by_host | grep -q lw_device_code
[ $? = 1 ]
report $? "a program has no relocatable code"

# ---- what is refused ----
refused() # NAME, PATTERN..., --, FLAGS: each pattern is a message
{
    name=$1
    shift
    : >patterns
    while [ "$1" != -- ]; do
        printf '%s\n' "$1" >>patterns
        shift
    done
    shift
    rm -f wrong_program
    compile "$@" $link -o wrong_program >log 2>&1
    result=$?
    while read -r pattern; do
        grep -q -e "$pattern" log || result=0
    done <patterns
    [ $result != 0 ] && [ ! -e wrong_program ]
    report $? "refused: $name"
}
cp "$tests/wrong.cu" .
compile -dc wrong.cu -o needs.o >log 2>&1 && cp needs.o first.o && compile -dc -DDEFINES wrong.cu -o defines.o >>log 2>&1 &&
    compile -dc -DOTHER wrong.cu -o other.o >>log 2>&1
report $? "files whose code does not fit"
refused undefined_function '^wrong.cu:14: error: device code calls typed(), which no file of the program defines' -- needs.o
refused unfit '^wrong.cu:17: error: the device variable sized has another size than at wrong.cu' \
    '^wrong.cu:18: error: the device variable constant is in another memory space than at wrong.cu:14' \
    '^wrong.cu:19: error: the device variable managed is __managed__ in one file only: compare wrong.cu:14' \
    '^wrong.cu:20: error: the device function typed has other parameters or another result than at wrong.cu:14' \
    '^wrong.cu:24: error: the device function both is defined twice, also at wrong.cu:8' -- needs.o defines.o
refused unfit_elsewhere '^wrong.cu:33: error: the device variable open has another size than at wrong.cu:28' -- defines.o other.o
refused unfit_first '^wrong.cu:28: error: the device variable open has another size than at wrong.cu:33' -- needs.o other.o defines.o
printf 'extern __device__ int gone;\n__global__ void k(int *p) { *p = gone; }\n' >gone.cu
refused undefined_variable '^gone.cu:2: error: the device variable gone is defined in no file of the program' -- -rdc=true gone.cu
refused no_device_link 'undefined reference to .__cudaRegisterLinkedBinary_' -- -nodlink main.o part.o
refused value '-rdc=maybe: it is true or false' -- -rdc=maybe main.o
refused source '-dlink links objects: compile gone.cu with -dc before' -- -dlink gone.cu
objcopy -O binary --only-section=.lw_device_code --set-section-flags .lw_device_code=alloc needs.o code && head -c 200 code >cut &&
    objcopy --update-section .lw_device_code=cut needs.o damaged.o
refused damaged 'damaged.o: its device code is damaged' -- damaged.o
compile -dc -DDEFINES wrong.cu -o needs.o >log 2>&1 # the object's and the source's names are those of first.o
refused one_name 'needs.o and first.o have other device code of wrong.cu: compile one of them into an object of another name' -- first.o needs.o

# ---- nvcc links the same device code ----
if [ -n "$nvcc" ]; then
    for name in main part; do # the device's code alone
        "$nvcc" -std=c++17 -arch=sm_90 --extended-lambda -w -rdc=true -cubin "$tests/$name.cu" -o $name.cubin >>log 2>&1 || echo "$name" >>failed
    done
    [ ! -e failed ] && "$nvcc" -arch=sm_90 -dlink main.cubin part.cubin -o by_nvcc.o >>log 2>&1
    report $? "nvcc"
else
    skip nvcc "no nvcc"
fi
finish
