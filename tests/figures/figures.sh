#!/bin/sh
# The figures that are data: their files parse, bench/figures/figures prints and draws all of them, and the READMEs that show
# some of them say the same.
# usage: figures.sh SOURCE_ROOT
suite=figures
. "$(dirname "$0")/../language/tap.sh"
data=bench/figures
here=tests/figures
kinds=$(cut -f1 $data/kinds.tsv | sed 1d)

nothing_wrong() # NAME: did a check write nothing?
{
    [ ! -s "$work/log" ]
    report $? "$1"
}

# ---- the files parse ----
for kind in $kinds; do
    key=7
    ! head -n 1 $data/$kind.tsv | grep -q '^run	function	' || key=2
    awk -v key=$key -f $here/columns.awk $data/$kind.tsv
done >"$work/log" 2>&1
awk -v key=1 -f $here/columns.awk $data/runs.tsv >>"$work/log" 2>&1
awk -v key=1 -f $here/columns.awk $data/kinds.tsv >>"$work/log" 2>&1
awk -v key=0 -f $here/columns.awk tests/runs.tsv >>"$work/log" 2>&1
nothing_wrong columns

for file in $data/*.tsv; do
    kind=$(basename "$file" .tsv)
    case $kind in
    kinds | runs) ;;
    *) printf '%s\n' $kinds | grep -qx "$kind" || echo "kinds.tsv lacks $kind" ;;
    esac
done >"$work/log"
nothing_wrong kinds

for kind in $kinds; do
    awk -f $here/order.awk $data/runs.tsv $data/$kind.tsv
done 2>&1 | sort -u >"$work/log"
for kind in $kinds; do
    sed 1d $data/$kind.tsv | cut -f1
done | sort -u >"$work/used"
sed 1d $data/runs.tsv | cut -f1 | sort | comm -23 - "$work/used" | sed 's/$/: a run without figures/' >>"$work/log"
nothing_wrong runs

# A list has both headings, every run, and leaves no file where it is printed.
mkdir "$work/empty" && (cd "$work/empty" && "$root/$data/figures" --list >../list && ls -A) >"$work/log"
[ "$(grep -cx -e kinds -e runs "$work/list")" = 2 ] || echo "--list lacks a heading" >>"$work/log"
sed 1d $data/runs.tsv | cut -f1 | while read -r run; do
    grep -q "^  $run " "$work/list" || echo "--list lacks $run"
done >>"$work/log"
nothing_wrong list

for kind in $kinds; do
    ! head -n 1 $data/$kind.tsv | grep -q '^run	bench	' || sed 1d $data/$kind.tsv | cut -f6
done | sort -u | while read -r measure; do
    grep -q "^|.*\`$measure\`.*|" $data/README.md || echo "README.md does not describe the measure $measure"
done >"$work/log"
nothing_wrong measures

# ---- what the script prints ----
for kind in $kinds; do
    $data/figures --all $kind >"$work/tables" || echo "$kind: fails"
    # The idioms' table has ratios in place of times.
    [ $kind = idioms ] || awk -f $here/printed.awk $data/$kind.tsv "$work/tables" | sed "s/^/$kind: /"
done >"$work/log" 2>&1
nothing_wrong every_figure

$data/figures >"$work/tables" 2>"$work/log"
[ "$(grep -c '^## ' "$work/tables")" = "$(echo $kinds | wc -w)" ] || echo "expected a title for each kind" >>"$work/log"
nothing_wrong newest

# Of two runs on one machine with one command the newer is printed; a run is printed that is asked for by name.
mkdir "$work/copy"
cp $data/figures $data/*.awk $data/*.tsv "$work/copy"
{
    printf 'new\t2026-12-01\t-\tNVIDIA H200, driver 580.159.04, CUDA 13.0\tnvcc\tlanewise-bench --device cuda:0 --markdown\t-\n' >>"$work/copy/runs.tsv"
    printf 'new\tsaxpy.plain\t67108864\t-\tcuda\ttime\tmedian\t999\tus\n' >>"$work/copy/gpu.tsv"
    "$work/copy/figures" gpu >"$work/newer" && "$work/copy/figures" --run h200-ecd8406 gpu >"$work/older"
    grep -q '| 999 us |' "$work/newer" && ! grep -q '^Run h200-ecd8406' "$work/newer" || echo "the newer run is not printed, or not alone"
    grep -q '^Run h200' "$work/older" && ! grep -q '| 999 us |' "$work/older" || echo "--run does not print its run alone"
} >"$work/log" 2>&1
nothing_wrong newer_run

for wrong in '--run nowhere:no run is named "nowhere"' 'nothing:no kind is named "nothing"' '--wrong:unknown option "--wrong"' \
    '--plots:--plots: expected a folder'; do
    $data/figures ${wrong%%:*} >"$work/out" 2>&1 && echo "${wrong%%:*}: succeeds"
    grep -qF -e "${wrong#*:}" "$work/out" || cat "$work/out"
done >"$work/log"
nothing_wrong options

# ---- the READMEs ----
{
    $data/figures --headline >"$work/headline" || echo "--headline fails"
    grep -v '^$' "$work/headline" | grep -vxF -f bench/README.md | sed 's/^/bench\/README.md lacks: /'
} >"$work/log" 2>&1
nothing_wrong headline
{
    last=$(awk -F '\t' 'END { printf "| %s | %s | %s | %s | %s | %s |", $1, $2, $3, $7, $8, $9 }' tests/runs.tsv)
    grep -qxF "$last" tests/README.md || echo "tests/README.md lacks: $last"
} >"$work/log"
nothing_wrong last_run


# Each idiom below 0.5 in a run is explained, and what is explained has the ratios that are printed.
$data/figures idioms >"$work/tables" 2>"$work/log"
awk -f $here/explained.awk "$work/tables" bench/idioms/README.md >>"$work/log" 2>&1
nothing_wrong idioms_explained

# ---- the plots ----
mkdir "$work/bin"
for tool in sh awk cut sed grep dirname readlink mkdir; do
    ln -s "$(command -v $tool)" "$work/bin/$tool"
done
if PATH=$work/bin $data/figures --plots "$work/none" >"$work/log" 2>&1; then
    echo "succeeds without gnuplot" >>"$work/log"
elif grep -q 'needs gnuplot' "$work/log"; then
    : >"$work/log"
fi
nothing_wrong without_gnuplot

labels() { sed -n 's|.*<text>\(.*\)</text>.*|\1|p' "$1" | sort; }
if have gnuplot; then
    {
        $data/figures --plots "$work/plots" || echo "--plots fails"
        for plot in gpu cpu; do
            # Another gnuplot draws other lines, with the same words.
            if [ "$(grep -o 'Produced by GNUPLOT.*' $data/$plot.svg)" = "$(grep -o 'Produced by GNUPLOT.*' "$work/plots/$plot.svg")" ]; then
                cmp $data/$plot.svg "$work/plots/$plot.svg"
            fi
            labels "$work/plots/$plot.svg" >"$work/drawn"
            [ -s "$work/drawn" ] || echo "$plot.svg has no labels"
            labels $data/$plot.svg | diff - "$work/drawn"
        done
    } >"$work/log" 2>&1
    nothing_wrong plots
else
    skip plots "no gnuplot"
fi
for kernel in $(sed 1d $data/gpu.tsv | cut -f2 | grep -v '^machine' | sort -u); do
    grep -q ">$kernel " $data/gpu.svg || echo "gpu.svg lacks $kernel"
done >"$work/log"
for kernel in $(sed 1d $data/fused.tsv | cut -f2 | sort -u); do
    grep -q ">$kernel " $data/cpu.svg || echo "cpu.svg lacks $kernel"
done >>"$work/log"
nothing_wrong every_kernel
finish
