# Compares the idioms' printed ratios with the README's rows "| `idiom`, ... | LEAST to MOST | cause |", and prints what differs.
# An idiom whose ratio is below 0.5 in any run has a row, or is named in the text. arguments: the tables, the README.
BEGIN { FS = " *[|] *" }
NR == FNR {
    if ($2 !~ /^[a-z0-9_]+$/ || $3 !~ /^[0-9.]+$/)
        next
    for (i = 3; i < NF; i++) {
        if (!($2 in least) || $i + 0 < least[$2] + 0)
            least[$2] = $i
        if ($i + 0 > most[$2] + 0)
            most[$2] = $i
    }
    next
}
{ text = text "\n" $0 }
/^[|] `.*[|] [0-9.]+ to [0-9.]+ [|]/ {
    rows++
    n = split($2, name, /[`, ]+/)
    low = high = ""
    for (i = 1; i <= n; i++) {
        if (name[i] == "")
            continue
        if (!(name[i] in least))
            print "no idiom is named " name[i]
        if (low == "" || least[name[i]] + 0 < low + 0)
            low = least[name[i]]
        if (most[name[i]] + 0 > high + 0)
            high = most[name[i]]
    }
    if ($3 != low " to " high)
        print $2 ": the README says " $3 ", the figures " low " to " high
}
END {
    for (each in least)
        if (least[each] < 0.5 && !index(text, "`" each "`"))
            print each ": " least[each] " is not explained"
    if (!rows)
        print "no ratios found"
}
