; Not where a sum may carry into the bits of the strip's place, which the mask then takes away: x + 1 of lane 31 is 32.
; report: k: region 1: strips of 32 threads
; reject: load <[0-9]+ x i32>, ptr .*, align 4$
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8
@tile = external global [1024 x i32]

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %behind = add i32 %x, 1
  %round = and i32 %behind, 63
  %twice = shl i32 %round, 1
  %from = getelementptr i32, ptr @tile, i32 %twice
  %a = load i32, ptr %from
  %brought = zext i32 %a to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %result = trunc i64 %down to i32
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %result, ptr %at
  ret void
}
