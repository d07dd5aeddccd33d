; What lanes load lies among few vectors, in another order: they are loaded whole and shuffled.
; expect: = load <16 x float>, ptr .* align 4$
; expect: = shufflevector <16 x float> .*<i32 17, i32 16, i32 19, i32 18,
; expect: = load <8 x float>, ptr .* align 4$
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
  %in = load ptr, ptr %arguments
  %behind = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %behind
  %x = call i32 @lw_fused_thread_x()
  %other = xor i32 %x, 1
  %half = lshr i32 %x, 1
  %wide = zext i32 %half to i64
  %at = getelementptr float, ptr %in, i32 %other
  %half.at = getelementptr float, ptr %in, i64 %wide
  %out.at = getelementptr float, ptr %out, i32 %x
  %a = load float, ptr %at
  %b = load float, ptr %half.at
  %sum = fadd float %a, %b
  store float %sum, ptr %out.at
  ret void
}
