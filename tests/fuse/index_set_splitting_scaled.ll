; 3 * i + 1 grows by three from thread to thread: it is extended once for a piece of the row, which ends before it wraps around.
; level: 1
; expect: mul i64 %.*, 3$
; expect: udiv i32 %.*, 3$
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %count.at = getelementptr i8, ptr %arguments, i64 16
  %count = load i32, ptr %count.at
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %size = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %size
  %i = add i32 %first, %x
  %inside = icmp slt i32 %i, %count
  br i1 %inside, label %do, label %done
do:
  %three = mul i32 %i, 3
  %next = add i32 %three, 1
  %index = sext i32 %next to i64
  %from = getelementptr float, ptr %in, i64 %index
  %value = load float, ptr %from
  %own = sext i32 %i to i64
  %to = getelementptr float, ptr %out, i64 %own
  store float %value, ptr %to
  br label %done
done:
  ret void
}
