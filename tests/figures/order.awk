# Prints what is wrong with the runs of figures: runs that runs.tsv lacks, and figures that do not lie in its order.
# arguments: runs.tsv KIND.tsv.
BEGIN { FS = "\t" }
FNR == 1 { next }
NR == FNR {
    if ($2 < last)
        print FILENAME ":" FNR ": " $1 " is older than the run above it"
    last = $2
    place[$1] = FNR
    next
}
!($1 in place) {
    print FILENAME ":" FNR ": no run is named " $1
    next
}
place[$1] < before { print FILENAME ":" FNR ": " $1 " is an older run than that above it" }
{ before = place[$1] }
