; A tile's barrier ends a block, as a barrier of the block does; it brings nothing and gives nothing.
; until: barrier_isolation
; expect: ^;; behind: .*sync=tile
; expect: call void @lw_fused_bring\(i32 0, i64 0, i32 0\)
; reject: call void @lw_fused_tile
%emu_site = type { ptr, i32, ptr }
@site = internal constant %emu_site zeroinitializer
declare i32 @lw_fused_thread_x() memory(none)
declare void @lw_fused_tile(i32, ptr) convergent
declare ptr @lw_fused_tile_slots() memory(none)

define void @k__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %slots = call ptr @lw_fused_tile_slots()
  %own = getelementptr i32, ptr %slots, i32 %x
  store i32 %x, ptr %own
  br label %behind
behind:
  call void @lw_fused_tile(i32 64, ptr @site)
  %next = xor i32 %x, 33
  %there = getelementptr i32, ptr %slots, i32 %next
  %read = load i32, ptr %there
  %to = getelementptr i32, ptr %out, i32 %x
  store i32 %read, ptr %to
  ret void
}
