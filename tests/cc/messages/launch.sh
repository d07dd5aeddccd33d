# Part of messages.sh: mistakes in launches.
mistake launch_without_declaration 'write LW_DECLARE_KERNEL\(name, \(type, parameter\)...\) before the launch' 6 'k, ' <<END
$kernel
lw_status f(lw_stream *stream, float *x)
{
    return lw_launch(k, lw_linear(stream, 1, 1), 1, x);
}
END
mistake launch_in_brackets 'write lw_launch\(kernel, lw_grid\(stream, grid, block, dynamic_shared\), arguments...\)' 9 'k<<<' <<END
$kernel
LW_KERNEL(k, (int, n), (float *, x))
{
    x[0] = n;
}
void f(float *x)
{
    k<<<4, 128>>>(1, x);
}
END
mistake launch_of_numbers 'config is lw_grid\(stream, grid, block, dynamic_shared\)' 6 '(n + 127)' <<END
$kernel
LW_DECLARE_KERNEL(k, (int, n), (float *, x));
lw_status f(float *x, int n)
{
    return lw_launch(k, (n + 127) / 128, 128, n, x);
}
END
mistake launch_with_a_wrong_pointer "float \*.*int \*|int \*.*float \*" 6 'x)' <<END
$kernel
LW_DECLARE_KERNEL(k, (int, n), (float *, x));
lw_status f(lw_stream *stream, int *x)
{
    return lw_launch(k, lw_linear(stream, 1, 1), 1, x);
}
END
mistake device_launch_without_declaration 'write LW_DECLARE_KERNEL\(name, \(type, parameter\)...\) before the launch' 6 'k, ' <<'END'
#include <lanewise/kernel.h>
#include <lanewise/device_launch.h>
LW_KERNEL(parent, (float *, x))
{
    lw_launch_device(k, lw_device_linear(0, 1, 1), 1, x);
}
END
mistake device_launch_of_numbers 'config is lw_device_grid\(stream, grid, block, dynamic_shared\)' 6 '(n + 127)' <<'END'
#include <lanewise/kernel.h>
#include <lanewise/device_launch.h>
LW_DECLARE_KERNEL(child, (float *, x));
LW_KERNEL(parent, (float *, x), (int, n))
{
    lw_launch_device(child, (n + 127) / 128, 128, x);
}
END
