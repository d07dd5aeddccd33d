# To be sourced after build.sh: runs a case of $work/program on two CPU devices in checked mode, and looks at the report.
run() # case
{
    LANEWISE_CPU_DEVICES=2 LANEWISE_ENGINE=checked LANEWISE_CHECK=all LANEWISE_TIMEOUT=20 timeout 60 "$work/program" "$1" >"$work/said" 2>&1
    grep -q '^========= ERROR SUMMARY' "$work/said" && ! grep -q '^line ' "$work/said" || { cat "$work/said"; return 1; } >>"$work/log"
}
finds() # case, report
{
    run "$1" && grep -q "$2" "$work/said" && grep -q '^========= ERROR SUMMARY: 1 error' "$work/said" ||
        { cat "$work/said" >>"$work/log"; false; }
    report $? "$1 is found"
}
silent() # case
{
    run "$1" && grep -q '^========= ERROR SUMMARY: 0 errors' "$work/said" || { cat "$work/said" >>"$work/log"; false; }
    report $? "$1 is not reported"
}
