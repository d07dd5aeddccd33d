; Not where they may: 32 and more carries into the bits of 32 times the block.
; report: k: region 1: strips of 32 threads
; reject: load <64 x i32>
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %begin = shl i32 %block, 5
  %twice = shl i32 %x, 1
  %low = and i32 %twice, 126
  %number = add i32 %begin, %low
  %wide = sext i32 %number to i64
  %from = getelementptr i32, ptr %out, i64 %wide
  %behind = getelementptr i8, ptr %from, i64 4
  %a = load i32, ptr %from
  %b = load i32, ptr %behind
  %both = add i32 %a, %b
  %brought = zext i32 %both to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %result = trunc i64 %down to i32
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %result, ptr %at
  ret void
}
