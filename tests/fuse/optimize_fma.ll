; SSE has no fused multiply-add: a call of the C library for each lane, and no vectors taken apart around such calls.
; options: --optimize --level=0
; expect: call float @fmaf\(
; reject: @llvm\.fma
; reject: <[0-9]+ x float>
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare float @llvm.fma.f32(float, float, float)

define void @fused__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr float, ptr %out, i32 %x
  %value = load float, ptr %at
  %result = call float @llvm.fma.f32(float %value, float %value, float 1.0)
  store float %result, ptr %at
  ret void
}
