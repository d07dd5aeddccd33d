; Of blocks whose size is known the index is a shift and a sum that has no carry: of many blocks it has.
; report: k: blocks: neighbours in x run as one
; reject: or disjoint i32 %[0-9]+, %[0-9]+
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
@k__attributes = constant { i32, i32, [3 x i32] } { i32 0, i32 0, [3 x i32] [i32 1024, i32 1, i32 1] }

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %first = shl i32 %block, 10
  %i = or disjoint i32 %first, %x
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  store i32 %i, ptr %at
  ret void
}
