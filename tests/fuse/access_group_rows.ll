; Rows at a distance that the kernel is given, lanes of a strip in several of them: each row is a vector, and the lanes'
; parts of all of them a shuffle. Lane x reads from row x / 8, number x % 8 * 2 and the next one.
; report: k: region 1: strips of 32 threads
; expect: load <16 x i32>, ptr .*, align 4
; expect: shufflevector <64 x i32> .*, <32 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18,
; expect: shufflevector <64 x i32> .*, <32 x i32> <i32 1, i32 3, i32 5, .* i32 63>
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %ld.at = getelementptr i8, ptr %arguments, i64 8
  %ld = load i64, ptr %ld.at
  %x = call i32 @lw_fused_thread_x()
  %row = lshr i32 %x, 3
  %column = and i32 %x, 7
  %twice = shl i32 %column, 1
  %wide.row = zext i32 %row to i64
  %wide.column = zext i32 %twice to i64
  %begin = mul i64 %wide.row, %ld
  %in = getelementptr i32, ptr %out, i64 %begin
  %from = getelementptr i32, ptr %in, i64 %wide.column
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
