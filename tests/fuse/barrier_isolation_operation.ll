; A warp's operation that is known only as the kernel runs.
; refuse: k: a warp's operation is chosen as it runs
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %operation = load i32, ptr %arguments
  %got = call i64 @lw_fused_collective(i32 %operation, i32 -1, i64 0, i32 0, ptr @site)
  ret void
}
