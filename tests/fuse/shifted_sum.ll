; Sums and differences of numbers that are shifted up, shifted down again, perhaps by less; where a shift loses bits, of
; numbers of 32 bits, extended. One whose lower half is not zeros stays. LLVM makes `%up` one without shifts itself.
; until: shifted_sum
; expect: = sub nsw i64 255, %wide$
; expect: = shl nsw i64 %[0-9]+, 2$
; expect: = sub i32 255, %[0-9]+$
; expect: = shl i64 %[0-9]+, 2$
; expect: = shl i32 %block, 8$
; expect: = add i32 %[0-9]+, %x$
; expect: = sext i32 %[0-9]+ to i64$
; expect: = ashr i64 %odd, 32$
; expect: = mul i32 %block, %size$
; reject: = ashr exact i64 %whole.shifted
; reject: ashr exact i64 %difference
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)

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
  %block = call i32 @lw_fused_block_x()
  %block.wide = zext i32 %block to i64
  %first = shl i64 %block.wide, 40
  %last = add nuw i64 %first, %shifted
  %index = ashr exact i64 %last, 32
  %n.low = shl i64 %n, 20
  %odd = add i64 %first, %n.low
  %stays = ashr i64 %odd, 32
  %size = call i32 @lw_fused_block_dim_x()
  %size.wide = zext i32 %size to i64
  %before = mul nuw nsw i64 %block.wide, %size.wide
  %whole = add nuw nsw i64 %before, %wide
  %whole.shifted = shl i64 %whole, 32
  %whole.index = ashr exact i64 %whole.shifted, 32
  %f.at = getelementptr float, ptr %in, i64 %whole.index
  store float 3.0, ptr %f.at
  %d.at = getelementptr float, ptr %in, i64 %index
  %e.at = getelementptr float, ptr %in, i64 %stays
  store float 1.0, ptr %d.at
  store float 2.0, ptr %e.at
  %a = load float, ptr %a.at
  store float %a, ptr %b.at
  store float %a, ptr %c.at
  ret void
}
