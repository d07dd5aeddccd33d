; Blocks that add to words, which nobody reads, run as one; where a fault is reported, of many blocks no thread is named.
; report: k: blocks: neighbours in x run as one
; expect: select i1 %[0-9]+, i64 %[0-9]+, i64 0
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)
declare i32 @emu_atomic_max_u32(ptr, i32)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %i = add i32 %first, %x
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  %old = call i32 @emu_atomic_max_u32(ptr %at, i32 1)
  ret void
}
