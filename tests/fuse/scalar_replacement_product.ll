; A pragma of the file lets a product and a sum be one operation: they are two, as in the other copies.
; until: graph
; expect: ^entry\| %[0-9]+ = fmul float %value, %value
; expect: ^entry\| %[0-9]+ = fadd float %[0-9]+, 3
; expect: call float @llvm\.fma\.f32
; reject: fmuladd
declare i32 @lw_fused_thread_x() memory(none)
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.fma.f32(float, float, float)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr float, ptr %out, i32 %x
  %value = load float, ptr %at
  %one = call float @llvm.fmuladd.f32(float %value, float %value, float 3.0)
  %other = call float @llvm.fma.f32(float %value, float %one, float 3.0)
  store float %other, ptr %at
  ret void
}
