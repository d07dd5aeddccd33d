; A thread's coordinates by a width that all share: multiplied and shifted, by a multiplier that is made once; and rows are cut
; where the quotient changes, if they are long enough (32).
; expect: = call i32 @llvm.ctlz.i32\(i32 %[0-9]+, i1 false\)
; expect: = udiv i64 %[0-9]+, %[0-9]+
; expect: = mul i64 %[0-9]+, %[0-9]+
; expect: = icmp uge i32 %[0-9]+, 32
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %width.at = getelementptr i8, ptr %arguments, i64 8
  %width = load i32, ptr %width.at
  %x = call i32 @lw_fused_thread_x()
  %row = udiv i32 %x, %width
  %column = urem i32 %x, %width
  %r = zext i32 %row to i64
  %c = zext i32 %column to i64
  %at = getelementptr [100 x float], ptr %in, i64 %r, i64 %c
  %value = load float, ptr %at
  %twice = fadd float %value, %value
  store float %twice, ptr %at
  ret void
}
