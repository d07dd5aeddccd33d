; Rows, and nothing else: each region has a copy for all threads and one for those that run by themselves.
; until: plan
; expect: ^;; plan: about 262 instructions of at most 33280; blocks run one by one: threads wait$
; expect: ^;; region 0: rows; all to region 1; 12 instructions, 2 copies$
; expect: ^;; region 1: rows; all to the end; 13 instructions, 2 copies$
@tile = internal global { i64, i64, i64, i64, i64, i64 } { i64 0, i64 0, i64 1024, i64 4, i64 0, i64 0 }, section "lw_shared"
@site = external constant i8
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %from = getelementptr float, ptr %out, i32 %x
  %in = load float, ptr %from
  %tile = call ptr @lw_fused_shared(ptr @tile)
  %own = getelementptr float, ptr %tile, i32 %x
  store float %in, ptr %own
  %barrier = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %other = xor i32 %x, 1
  %next = getelementptr float, ptr %tile, i32 %other
  %read = load float, ptr %next
  %half = fmul float %read, 0.5
  store float %half, ptr %from
  ret void
}
