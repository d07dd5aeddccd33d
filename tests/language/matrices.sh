#!/bin/sh
# Every product of warp matrices that CUDA 13's <mma.h> has compiles, on each target. What it lacks does not: rows Y18 to Y20 of
# tests/conformance/refused.sh.
. "$(dirname "$0")/tap.sh"

# A block with the product: m, n, k; the factors' element; its type in memory; layouts of a and b; elements of c and d; arguments
# after c.
product()
{
    function=lw_mma_sync
    [ "$4" != b1 ] || function=lw_bmma_sync
    cat <<END
    {
        LW_FRAGMENT(matrix_a, $1, $2, $3, $4, $6) a;
        LW_FRAGMENT(matrix_b, $1, $2, $3, $4, $7) b;
        LW_FRAGMENT(accumulator, $1, $2, $3, $8) c;
        LW_FRAGMENT(accumulator, $1, $2, $3, $9) d;
        lw_load_matrix_sync(&a, (const $5 *)p, 128);
        lw_load_matrix_sync(&b, ($5 *)p, 128u);
        lw_load_matrix_sync(&c, (const $8 *)p, 16, mem_row_major);
        $function(&d, &a, &b, &c${10});
        lw_store_matrix_sync(($9 *)p, &d, 16, mem_col_major);
    }
END
}

{
    printf '#include <lanewise/kernel.h>\n#include <lanewise/matrix.h>\nLW_KERNEL(every, (void *, p))\n{\n'
    for a in row_major col_major; do
        for b in row_major col_major; do
            for shape in '16 16 16' '32 8 16' '8 32 16'; do
                for c in float __half; do
                    for d in float __half; do
                        product $shape __half __half $a $b $c $d ''
                    done
                done
                product $shape __nv_bfloat16 __nv_bfloat16 $a $b float float ''
                product $shape 'signed char' 'signed char' $a $b int int ''
                product $shape 'unsigned char' 'unsigned char' $a $b int int ', true'
                product $shape int8_t int8_t $a $b int int ', true'
                product $shape uint8_t uint8_t $a $b int int ''
            done
            product 16 16 8 tf32 float $a $b float float ''
            product 8 8 4 double double $a $b double double ''
        done
    done
    product 8 8 32 s4 void row_major col_major int int ''
    product 8 8 32 u4 void row_major col_major int int ', true'
    product 8 8 128 b1 void row_major col_major int int ''
    product 8 8 128 b1 void row_major col_major int int ', bmmaBitOpAND'
    product 8 8 128 b1 void row_major col_major int int ', bmmaBitOpXOR, bmmaAccumulateOpPOPC'
    echo '}'
} >"$work/every.c"

for compiler in $compilers; do
    $compiler -std=gnu11 $c_flags -fsyntax-only "$work/every.c" >>"$work/log" 2>&1
    report $? "matrices_$compiler"
done
if have g++; then
    g++ $cxx_flags "$work/every.c" >>"$work/log" 2>&1
    report $? matrices_g++
fi
if [ -n "$nvcc" ]; then
    "$nvcc" $cuda_flags -fatbin "$work/every.c" -o "$work/every.fatbin" >>"$work/log" 2>&1
    report $? matrices_cuda
else
    skip matrices_cuda "no nvcc"
fi
finish
