; All threads that have come go on with the next region, without the emulator; the table says how large the tile is.
; expect: constant \{ i32, ptr, i32, i64, i32, ptr, ptr, \[3 x i32\], ptr, i32, i32, i32, i32 \} \{ .*, i32 128, i32 1, i32 0 \}
; expect: ptr @site, i32 3, i32 128 \}
; report: k: region 1: .*, after a barrier of tiles
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
  call void @lw_fused_tile(i32 128, ptr @site)
  %next = xor i32 %x, 33
  %there = getelementptr i32, ptr %slots, i32 %next
  %read = load i32, ptr %there
  %to = getelementptr i32, ptr %out, i32 %x
  store i32 %read, ptr %to
  ret void
}
