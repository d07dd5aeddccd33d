; A quotient of the place is one number for a piece of the row, whose lanes' addresses are side by side then.
; expect: urem i32 %[0-9]+, 34
; expect: sub i32 34, %[0-9]+
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %row = udiv i32 %x, 34
  %column = urem i32 %x, 34
  %r = zext i32 %row to i64
  %c = zext i32 %column to i64
  %at = getelementptr [100 x float], ptr %in, i64 %r, i64 %c
  %value = load float, ptr %at
  %twice = fadd float %value, %value
  store float %twice, ptr %at
  ret void
}
