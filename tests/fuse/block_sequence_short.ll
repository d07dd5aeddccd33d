; A short block with a barrier is followed by the next one of the row in the same call; its loops are those of any block
; with a barrier.
; expect: load atomic i32, ptr .* monotonic, align 4
; expect: store atomic i32 .* monotonic, align 4
; expect: !dereferenceable
; reject: interleave
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %i = add i32 %block, %x
  %at = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %at
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store i32 2, ptr %at
  ret void
}
