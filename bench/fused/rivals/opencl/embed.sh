# embed.sh FILE.cl...: each as a C string on standard output.
for file; do
    name=$(basename "$file" .cl)
    printf '__attribute__((unused)) static const char fused_opencl_%s[] =\n' "$name"
    sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/    "&\\n"/' "$file"
    echo '    ;'
done
