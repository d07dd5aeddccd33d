; Addresses of constants by lane in a strip: what lies there is read once, as a vector, for loads that lie together.
; report: k: region 1: strips of 32 threads
; expect: load <32 x i32>, ptr .*, align 4
; expect: shufflevector <32 x i32> .*, <32 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4,
; expect: shufflevector <32 x i32> .*, <32 x i32> <i32 3, i32 3, i32 3, i32 3, i32 7, i32 7,
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8
@tile = external global [1024 x i32]

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %four = sdiv i32 %x, 4
  %first = shl i32 %four, 2
  %wide = sext i32 %first to i64
  %from = getelementptr i32, ptr @tile, i64 %wide
  %behind = getelementptr i8, ptr %from, i64 12
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
