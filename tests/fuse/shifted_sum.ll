; Sums and differences of numbers that are shifted up, shifted down again, perhaps by less; where a shift loses bits they
; stay. LLVM makes `%up` one without shifts itself.
; until: shifted_sum
; expect: = sub nsw i64 255, %wide$
; expect: = shl nsw i64 %[0-9]+, 2$
; expect: = ashr exact i64 %other, 30$
; reject: ashr exact i64 %difference
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
  %in = load ptr, ptr %arguments
  %behind = getelementptr i8, ptr %arguments, i64 8
  %n = load i64, ptr %behind
  %x = call i32 @lw_fused_thread_x()
  %wide = zext i32 %x to i64
  %shifted = shl nuw nsw i64 %wide, 32
  %difference = sub nsw i64 1095216660480, %shifted
  %down = ashr exact i64 %difference, 32
  %sum = add nsw i64 %shifted, 12884901888
  %up = ashr exact i64 %sum, 32
  %n.shifted = shl i64 %n, 32
  %other = sub i64 1095216660480, %n.shifted
  %lost = ashr i64 %other, 32
  %a.at = getelementptr float, ptr %in, i64 %down
  %b.at = getelementptr float, ptr %in, i64 %up
  %c.at = getelementptr float, ptr %in, i64 %lost
  %a = load float, ptr %a.at
  store float %a, ptr %b.at
  store float %a, ptr %c.at
  ret void
}
