; A block with a barrier is run by itself.
; expect: ret i32 0$
; reject: interleave
; reject: load atomic
; reject: !dereferenceable
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
