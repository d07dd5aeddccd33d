; Shared memory is at hand: nothing is fetched of it.
; level: 2
; options: --optimize
; expect: load <16 x float>
; reject: call void @llvm.prefetch
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
@tile = external global [1024 x float]
@sums = external global [1024 x float]

define void @k__fiber(ptr %arguments) {
entry:
  %tile = call ptr @lw_fused_shared(ptr @tile)
  %sums = call ptr @lw_fused_shared(ptr @sums)
  %x = call i32 @lw_fused_thread_x()
  %from = getelementptr float, ptr %tile, i32 %x
  %value = load float, ptr %from
  %twice = fadd float %value, %value
  %to = getelementptr float, ptr %sums, i32 %x
  store float %twice, ptr %to
  ret void
}
