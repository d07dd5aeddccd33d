# What Doxygen reads in place of a header (Doxyfile.in). LW_DECLARE_KERNEL becomes the prototype of a function, so that each
# parameter must have its docstring; a line that begins with "CUDA: " gets a heading of its own.
/^LW_DECLARE_KERNEL\(/,/\);$/ {
    s/^LW_DECLARE_KERNEL\((\w+)(, )?/void \1(/
    s/\(([^(),]+), (\w+)\)/\1 \2/g
}
s/^ \* CUDA: / * @cuda /
