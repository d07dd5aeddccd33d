; Ranks and the quotient (rank + 7) / 34: a first row of 27 lanes, then rows of 34, in which no piece has to end for it.
; expect: phi i64 \[ 27, %[0-9]+ \]
; expect: add nuw i64 %[0-9]+, 34
; reject: sub i32 34, %
declare i32 @lw_fused_rank() memory(none)
@k__attributes = constant { i32, i32, [3 x i32] } { i32 0, i32 0, [3 x i32] [i32 256, i32 1, i32 1] }

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %rank = call i32 @lw_fused_rank()
  %i = add i32 %rank, 7
  %row = udiv i32 %i, 34
  %column = urem i32 %i, 34
  %r = zext i32 %row to i64
  %c = zext i32 %column to i64
  %at = getelementptr [100 x float], ptr %in, i64 %r, i64 %c
  %value = load float, ptr %at
  %twice = fadd float %value, %value
  store float %twice, ptr %at
  ret void
}
