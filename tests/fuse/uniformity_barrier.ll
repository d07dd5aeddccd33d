; What a barrier counts is the same for all that come to it; what a collective of a warp answers is not.
; until: uniformity
; expect: ^;; entry divergent: .*%bits
; reject: ^;; .*divergent:.*%twice
; reject: ^;; .*divergent:.*%count
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %count = call i64 @lw_fused_barrier(i32 %x, ptr @site)
  %twice = shl i64 %count, 1
  store volatile i64 %twice, ptr %out
  %vote = call i64 @lw_fused_collective(i32 4, i32 -1, i64 1, i32 0, ptr @site)
  %bits = shl i64 %vote, 1
  store volatile i64 %bits, ptr %out
  ret void
}
