# Judges the output of one run of fault-catalogue: `headline`, `says`, `beside`, `severity` and `marks` are its entry's, or
# `headline` is empty where nothing may be reported. Says what is wrong, a line each; nothing where all is as it must be.
# Input: the output.
function complain(text) { print text; wrong = 1 }
BEGIN {
    count = split(marks, mark, " ")
    for (i = 1; i <= count; i++)
        marked[mark[i]] = 1
}
{ all = all $0 "\n" }
/^========= ERROR SUMMARY: / { summary++; next }
/^========= WARNING SUMMARY: / && severity == "warning" { next }
/^========= [^ ]/ || /^[a-z]+: LW_ERROR_/ {
    heads++
    text = $0
    if (headline != "" && text ~ headline)
        found = text
    else if (headline == "" || beside == "-" || text !~ beside)
        complain("not to be reported: " text)
}
# Where the reports say that the fault is.
/^=========     at / || / access at / || /^  at / || /Invalid source of / {
    if (match($0, /[A-Za-z_]+\.c:[0-9]+/)) {
        place = substr($0, RSTART, RLENGTH)
        if (!(place in marked))
            complain("not where the fault is: " place)
    }
}
END {
    if (!summary)
        complain("no summary: the program did not come to its end")
    if (headline == "")
        exit wrong
    if (found == "")
        complain("not reported: " headline)
    if (all !~ says)
        complain("not said: " says)
    if (found ~ /Warning: / && severity != "warning")
        complain("a warning only: " found)
    for (i = 1; i <= count; i++)
        if (index(all, mark[i]) == 0)
            complain("not named: " mark[i])
    exit wrong
}
