; Lanes that have left the kernel read nothing more: what only the others come to is no vector of the whole strip.
; report: k: region 1: strips of 32 threads
; reject: load <32 x i32>, ptr .*, align 4$
; expect: load i32, ptr
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8
@tile = external global [1024 x i32]

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %brought = zext i32 %x to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %at = getelementptr i32, ptr %out, i32 %x
  %own = load i32, ptr %at
  %none = icmp eq i32 %own, 0
  br i1 %none, label %leaves, label %reads
reads:
  %four = lshr i32 %x, 2
  %first = shl i32 %four, 2
  %wide = zext i32 %first to i64
  %from = getelementptr i32, ptr @tile, i64 %wide
  %behind = getelementptr i8, ptr %from, i64 12
  %a = load i32, ptr %from
  %b = load i32, ptr %behind
  %both = add i32 %a, %b
  store i32 %both, ptr %at
  br label %leaves
leaves:
  ret void
}
