; Whole blocks' loops over lanes are vectorised, and what the vectoriser says is told; the functions for lanes that have
; gone apart get the first passes alone: what a lane keeps lies in no memory there either.
; options: --optimize
; expect: store <[0-9]+ x float>
; expect: ^define internal void @adds__region_1_some_0\(.* #[0-9]+ section "lw_kernel_text"
; expect: ^attributes #[0-9]+ = \{ cold noinline nounwind null_pointer_is_valid optnone
; reject: alloca
; report: ^remark: .*: vectorized loop \(vectorization width: [0-9]+.* \[-Rpass=loop-vectorize\]$
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @adds__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr float, ptr %out, i32 %x
  %one = load float, ptr %at
  %w = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %other = getelementptr float, ptr %at, i64 4096
  %two = fadd float %one, 1.0
  store float %two, ptr %other
  ret void
}
