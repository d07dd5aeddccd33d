# Prints what is wrong with a table of tab-separated columns: rows that lack columns, empty fields, repeated rows, and fields
# that do not match their column's pattern. Variables: key, how many columns from the first name a row (0: none do).
BEGIN {
    FS = "\t"
    number = "^-?[0-9]+([.][0-9]+)?(e[-+]?[0-9]+)?$"
    count = "^([0-9]+|-)$"
    commit = "^([0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]|-)$"
    day = "^20[0-9][0-9]-[01][0-9]-[0-3][0-9]$"
    threads = "^([0-9]+( to [0-9]+)?|-)$"
    numbers = "^[-0-9.e+]+(, [-0-9.e+]+)*$"
    split("value points cpu cuda fma nofma", name, " ")
    for (i in name)
        pattern[name[i]] = number
    split("passed failed skipped", name, " ")
    for (i in name)
        pattern[name[i]] = count
    pattern["commit"] = commit
    pattern["date"] = day
    pattern["threads"] = threads
    pattern["cpu_worst_at"] = pattern["cuda_worst_at"] = numbers
    pattern["measure"] = "^[a-z_]+$"
    pattern["unit"] = "^(ns|us|ms|s|x|%|GB/s|GFLOP/s|kernels)$"
}
function wrong(text) {
    print FILENAME ":" FNR ": " text
}
FNR == 1 {
    columns = split($0, column)
    # A release of CUDA, not an error.
    if (column[1] == "date")
        delete pattern["cuda"]
    next
}
NF != columns {
    wrong("expected " columns " columns, found " NF)
    next
}
{
    named = ""
    for (i = 1; i <= NF; i++) {
        if ($i == "" || $i ~ /^ | $/)
            wrong(column[i] " is empty or begins or ends with a blank")
        else if (column[i] in pattern && $i !~ pattern[column[i]])
            wrong(column[i] " is \"" $i "\"")
        if (i <= key)
            named = named "\t" $i
    }
    if (key && named in seen)
        wrong("the same figure as line " seen[named])
    seen[named] = FNR
}
END {
    if (FNR < 2)
        print FILENAME ": has no rows"
}
