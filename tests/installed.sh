# Sourced by scripts that use Lanewise as its users have it: installed. LANEWISE_BUILD is the build folder, $work an empty one.

# Into $work/prefix, which is not where the build was told to install: nothing may depend on that place.
install_build()
{
    DESTDIR=$work/root meson install -C "$LANEWISE_BUILD" --no-rebuild --quiet &&
        prefix=$(dirname "$(dirname "$(find "$work/root" -name lanewise-cc)")") &&
        mv "$prefix" "$work/prefix"
}

# What a user has in the environment afterwards; and where the library is.
use_installed()
{
    PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name lanewise.pc)")
    library=${PKG_CONFIG_PATH%/pkgconfig}
    PATH=$work/prefix/bin:$PATH
    CMAKE_PREFIX_PATH=$work/prefix
    export PKG_CONFIG_PATH PATH CMAKE_PREFIX_PATH
}
