# Part of messages.sh: the C compilers alone, as for host code: the headers' own words.
# A macro of these headers costs clang three lines.
host() # name, words, lines
{
    cat >"host_$1.c"
    for compiler in $compilers; do
        $compiler -std=gnu17 -Wall "-I$root/api" -c "host_$1.c" -o out.o >log 2>&1
        [ $? = 1 ] && grep -m 1 'error: ' log | grep -Eq -e "$2" && [ "$(wc -l <log)" -le "$3" ]
        report $? "host code: $1, $compiler alone"
    done
}
launch='#include <lanewise/launch.h>
LW_DECLARE_KERNEL(k, (int, n), (float *, x));'
host launch_of_numbers 'config is lw_grid\(stream, grid, block, dynamic_shared\)' 8 <<END
$launch
lw_status f(float *x, int n)
{
    return lw_launch(k, (n + 127) / 128, 128, n, x);
}
END
host launch_of_a_wrong_pointer "incompatible pointer type" 14 <<END
$launch
lw_status f(lw_stream *stream, int *x)
{
    return lw_launch(k, lw_linear(stream, 1, 1), 1, x);
}
END
host declared_without_parentheses 'write each parameter as \(type, name\)' 11 <<'END'
#include <lanewise/launch.h>
LW_DECLARE_KERNEL(k, int n, float *x);
END

# What is right, in every language that a host may be written in.
cat >right.c <<END
$launch
LW_DECLARE_KERNEL(bare);
lw_status f(lw_stream *stream, float *x, const lw_launch_config *config, long n, lw_dim3 dim)
{
    const int four = 4;
    const lw_dim3 same = dim;
    lw_launch_config (*function)(lw_stream *, lw_dim3, lw_dim3, size_t) = lw_grid;
#ifndef __cplusplus
    lw_launch(k, (lw_launch_config){stream, {1, 1, 1}, {1, 1, 1}, 0, {0, 0, 0}, 0, 0}, 1, x);
    lw_launch(k, lw_grid(stream, (lw_dim3){1, 1, 1}, (lw_dim3){1, 1, 1}, 0), 1, x);
#elif __cplusplus >= 201103L
    lw_launch(k, lw_grid(stream, {1, 1, 1}, {1, 1, 1}, 0), 1, x);
#endif
    lw_launch(k, *config, 1, x);
    lw_launch(k, (*config), 1, x);
    lw_launch(k, config[0], 1, x);
    lw_launch(k, lw_grid(stream, (unsigned)(n + 255) / 256, dim, 0), 1, x);
    lw_launch(k, lw_grid(stream, dim, same, 0), 1, x);
    lw_launch(k, lw_grid(stream, four, 5ul, 0), 1, x);
    lw_launch(bare, function(stream, dim, dim, 0));
    return lw_launch(k, lw_grid(stream, lw_make_dim3(1, 2, 3), 128, 0), 1, x);
}
END
for compiler in $compilers; do
    for language in 'c c99' 'c gnu11' 'c gnu17' 'c++ gnu++98' 'c++ c++11' 'c++ gnu++17'; do
        set -- $language
        $compiler -x $1 -std=$2 -Wall -Wextra -Wshadow -Wconversion -Werror "-I$root/api" -fsyntax-only right.c >log 2>&1
        report $? "host code: right launches in $2, $compiler alone"
    done
done
