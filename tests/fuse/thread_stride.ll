; Lanes of a strip read what lies at x ^ 1: each adds a number that is known to what they share, so one vector is read, and shuffled.
; level: 2
; report: k: region 1: strips of 32 threads
; expect: load <32 x i32>, ptr .*, align 4
; expect: shufflevector <32 x i32> .*, <32 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, .* i32 31, i32 30>
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %other = xor i32 %x, 1
  %wide.other = zext i32 %other to i64
  %from = getelementptr i32, ptr %in, i64 %wide.other
  %a = load i32, ptr %from
  %brought = zext i32 %a to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %result = trunc i64 %down to i32
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %result, ptr %at
  ret void
}
