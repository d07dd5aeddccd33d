; Threads store one of a structure's two members: the other one stays as it is.
; options: --optimize --level=1
; expect: extractelement <4 x float>
; reject: store <4 x float>
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare float @llvm.sqrt.f32(float)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %second
  %id = call i32 @lw_fused_thread_x()
  %i = zext i32 %id to i64
  %from = getelementptr [3 x float], ptr %in, i64 %i
  %x = load float, ptr %from
  %at_y = getelementptr float, ptr %from, i64 1
  %y = load float, ptr %at_y
  %at_z = getelementptr float, ptr %from, i64 2
  %z = load float, ptr %at_z
  %sum = fadd float %x, %y
  %root = call float @llvm.sqrt.f32(float %sum)
  %product = fmul float %root, %z
  %other = call float @llvm.sqrt.f32(float %product)
  %to = getelementptr [2 x float], ptr %out, i64 %i
  store float %other, ptr %to
  ret void
}
