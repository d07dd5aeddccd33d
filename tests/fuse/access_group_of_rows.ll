; A strip of two rows of 16: its threads' places are neighbours, and one vector is loaded.
; shape: 16x16
; report: k.16x16: region 1: strips of 32 threads
; expect: load <32 x i32>, ptr %[0-9]+, align 4$
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %row = mul nsw i32 %y, 16
  %place = add nsw i32 %row, %x
  %index = sext i32 %place to i64
  %at = getelementptr inbounds i32, ptr %out, i64 %index
  %a = load i32, ptr %at
  %brought = zext i32 %a to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %result = trunc i64 %down to i32
  store i32 %result, ptr %at
  ret void
}
