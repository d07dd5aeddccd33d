; Warps that exchange what they load: the lines of those 1024 lanes further on are fetched, two for 32 floats.
; report: k: region 1: strips of 32 threads
; expect: = add i64 %[0-9]+, 1024$
; expect: call void @llvm.prefetch.p0\(ptr %[0-9]+, i32 0, i32 3, i32 1\)
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %from = getelementptr i32, ptr %in, i32 %x
  %own = load i32, ptr %from
  %brought = zext i32 %own to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %result = trunc i64 %down to i32
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %result, ptr %at
  ret void
}
