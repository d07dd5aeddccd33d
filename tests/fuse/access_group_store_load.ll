; Not where a load follows: another lane may have stored what it reads, or this one.
; report: k: region 1: strips of 32 threads
; reject: store <16 x i32>
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %brought = zext i32 %x to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %result = trunc i64 %down to i32
  %twice = shl i32 %x, 1
  %wide = zext i32 %twice to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  %next = getelementptr i8, ptr %at, i64 4
  store i32 %result, ptr %at
  store i32 %x, ptr %next
  %again = load i32, ptr %at
  store i32 %again, ptr %out
  ret void
}
