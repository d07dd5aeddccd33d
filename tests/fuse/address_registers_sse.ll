; As address.ll, where instructions have two operands.
; level: 0
; options: --optimize
; expect: load <4 x float>
; reject: asm
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)

define void @sums__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %one = getelementptr float, ptr %in, i32 %x
  %a0 = load float, ptr %one
  %p1 = getelementptr float, ptr %one, i64 1000
  %a1 = load float, ptr %p1
  %s1 = fadd float %a0, %a1
  %p2 = getelementptr float, ptr %one, i64 2000
  %a2 = load float, ptr %p2
  %s2 = fadd float %s1, %a2
  %p3 = getelementptr float, ptr %one, i64 3000
  %a3 = load float, ptr %p3
  %s3 = fadd float %s2, %a3
  %p4 = getelementptr float, ptr %one, i64 4000
  %a4 = load float, ptr %p4
  %s4 = fadd float %s3, %a4
  %p5 = getelementptr float, ptr %one, i64 5000
  %a5 = load float, ptr %p5
  %s5 = fadd float %s4, %a5
  %p6 = getelementptr float, ptr %one, i64 6000
  %a6 = load float, ptr %p6
  %s6 = fadd float %s5, %a6
  %p7 = getelementptr float, ptr %one, i64 7000
  %a7 = load float, ptr %p7
  %s7 = fadd float %s6, %a7
  %to = getelementptr float, ptr %out, i32 %x
  store float %s7, ptr %to
  ret void
}
