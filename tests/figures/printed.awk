# Prints the values of a kind's figures that its printed tables lack. arguments: KIND.tsv, the tables.
BEGIN { FS = "\t" }
NR == FNR {
    if (FNR == 1)
        for (i = 1; i <= NF; i++)
            is_value[i] = $i ~ /^(value|points|bound|cpu|cuda|fma|nofma|cpu_worst_at|cuda_worst_at)$/
    else
        for (i = 1; i <= NF; i++)
            if (is_value[i])
                wanted[$i]++
    next
}
/^\|/ {
    n = split($0, cell, / *\| */)
    for (i = 2; i < n; i++) {
        sub(/ (ns|us|ms|s|%)$/, "", cell[i])
        wanted[cell[i]]--
    }
}
END {
    for (value in wanted)
        if (wanted[value] > 0)
            print value ": missing " wanted[value] " times"
}
