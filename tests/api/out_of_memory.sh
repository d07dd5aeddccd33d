#!/bin/sh
# Every function of the host interface is in the tests that fail each allocation in turn (out_of_memory*.c), or has a reason below.
# usage: out_of_memory.sh SOURCE_ROOT
suite=api
. "$(dirname "$0")/../language/tap.sh"

# A function and why it is not there.
cat >"$work/reasons" <<'END'
lw_array_get_shape reads
lw_channel returns a value
lw_device_get_graph_memory_attribute reads
lw_device_get_limit reads
lw_device_get_memory reads
lw_device_get_peer_attribute reads
lw_device_get_stream_priority_range reads
lw_device_native the CPU refuses it
lw_error is a message of the caller's own
lw_event_adopt the CPU refuses it
lw_event_native the CPU refuses it
lw_event_query reads
lw_graph_exec_get_device_handle reads
lw_graph_node_get_access_policy_window reads
lw_graph_node_get_type reads
lw_host_get_device_pointer reads
lw_launch_refuses_dim3 has no definition
lw_launch_refuses_number has no definition
lw_memory_adopt the CPU refuses it
lw_memory_disown the CPU refuses it
lw_memory_pool_get_access reads
lw_physical_memory_get_properties reads
lw_pointer_get_attributes reads
lw_stream_adopt the CPU refuses it
lw_stream_get_access_policy_window reads
lw_stream_get_device reads
lw_stream_get_flags reads
lw_stream_get_priority reads
lw_stream_is_capturing reads
lw_stream_native the CPU refuses it
lw_surface_get reads
lw_texture_get reads
lw_thread_exchange_capture_mode reads
lw_version returns a text
lw_virtual_memory_free frees, and makes nothing
lw_virtual_memory_get_access reads
END
cut -d ' ' -f 1 "$work/reasons" | sort >"$work/reasoned"

declared()
{
    grep -hE '^[a-z][A-Za-z0-9_ ]*[ *]lw_[a-z0-9_]+\(' "$@" | grep -Ev '^(static|typedef|LW_)' |
        sed -E 's/.*[ *](lw_[a-z0-9_]+)\(.*/\1/' | sort -u
}
declared api/lanewise/*.h >"$work/declared"
cat tests/api/out_of_memory*.c | grep -oE '\blw_[a-z0-9_]+' | sort -u | comm -12 - "$work/declared" >"$work/called"
[ "$(wc -l <"$work/declared")" -gt 150 ] && sort "$work/called" "$work/reasoned" | comm -23 "$work/declared" - >"$work/log" && [ ! -s "$work/log" ]
report $? every_function_meets_a_failed_allocation
comm -12 "$work/called" "$work/reasoned" >"$work/log"
comm -13 "$work/declared" "$work/reasoned" >>"$work/log"
[ ! -s "$work/log" ]
report $? no_reason_too_many_for_failed_allocations
finish
