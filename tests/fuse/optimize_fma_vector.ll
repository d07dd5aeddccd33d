; Where what else is called has a vector form, the loop is vectorised for that, and a fused multiply-add is left to it.
; options: --optimize --level=0
; expect: call <4 x float> @emu_math_expf_x4\(
; expect: call <4 x float> @llvm\.fma\.v4f32\(
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare float @llvm.fma.f32(float, float, float)
declare float @emu_math_expf(float) memory(none)

define void @fused__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr float, ptr %out, i32 %x
  %value = load float, ptr %at
  %power = call float @emu_math_expf(float %value)
  %result = call float @llvm.fma.f32(float %power, float %value, float 1.0)
  store float %result, ptr %at
  ret void
}
