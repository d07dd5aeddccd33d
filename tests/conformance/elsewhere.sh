#!/bin/sh
# R20's table has every call that takes a pointer to memory: those of the headers, except the ones below, are called in R_elsewhere.c.
# usage: elsewhere.sh SOURCE_ROOT
suite=conformance
. "$(dirname "$0")/../language/tap.sh"

# A value that is no memory of devices; a kernel's arguments; one more way into a call that the table has; addresses that are not
# memory yet; what only CPU devices have (R31b).
others='lw_occupancy_max_potential_block_size lw_launch_host_function lw_stream_add_callback lw_user_object_create
lw_stream_adopt lw_event_adopt lw_memory_adopt lw_library_load_data lw_device_get_graph_memory_attribute lw_memory_pool_get_attribute
lw_stream_set_access_policy_window lw_stream_get_access_policy_window lw_graph_node_set_access_policy_window lw_graph_node_get_access_policy_window lw_malloc_3d lw_launch_kernel lw_launch_pointers
lw_graph_node_get_params lw_graph_add_node_with lw_texture_get lw_virtual_memory_reserve lw_multicast_bind_address
lw_multicast_map'

taking() # header...: the names of the calls
{
    cat "$@" | awk '/^ *\/\*/ { comment = 1 } !comment { print } /\*\/ *$/ { comment = 0 }' | tr '\n' ' ' |
        sed 's/lw_status lw_/\n&/g' | sed -n 's/^lw_status \(lw_[a-z0-9_]*\)(\([^;{]*\));.*/\1 \2/p' |
        grep -E '(void|uint32_t|uint64_t) \*[a-z]| lw_pitched |lw_copy_3d|lw_array_copy|lw_texture_resource|lw_graph_node_params|lw_access_policy_window' |
        sed 's/ .*//' | sort -u
}

missing() # header...
{
    for name in $(taking "$@"); do
        case " $(echo $others) " in
        *" $name "*) continue ;;
        esac
        grep -q "\<$name(" "$1" || echo "$name"
    done
}

set -- "$1"/tests/conformance/R_elsewhere.c "$1"/api/lanewise/*.h
[ "$(taking "$@" | wc -l)" -gt 60 ] && [ -z "$(missing "$@")" ] || { missing "$@"; false; } >"$work/log" 2>&1
report $? R20_has_every_call

echo 'lw_status lw_new(lw_device *device, void *pointer);' >"$work/new.h"
[ "$(missing "$@" "$work/new.h")" = lw_new ]
report $? R20_lacks_a_new_call
finish
