; Without fused multiply-adds it is another family, of which the function is called.
; level: 0
; options: --optimize
; expect: call <4 x float> @emu_math_expf_x4
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare float @emu_math_expf(float) memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %from = getelementptr float, ptr %in, i32 %x
  %value = load float, ptr %from
  %power = call float @emu_math_expf(float %value)
  %to = getelementptr float, ptr %out, i32 %x
  store float %power, ptr %to
  ret void
}
