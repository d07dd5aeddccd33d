; A shuffle whose operand differs by lane reads the strip's array; a reduction is LLVM's.
; report: k: region 2: strips of 32 threads
; expect: call i32 @llvm.vector.reduce.umax.v32i32
; expect: getelementptr inbounds i32, ptr %[0-9]+, i64 %[0-9]+
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %own = load i32, ptr %at
  %low = and i32 %own, 31
  %operand = or i32 %low, 8192
  %brought = zext i32 %own to i64
  %from = call i64 @lw_fused_collective(i32 8, i32 -1, i64 %brought, i32 %operand, ptr @site)
  %most = call i64 @lw_fused_collective(i32 14, i32 -1, i64 %from, i32 0, ptr @site)
  %result = trunc i64 %most to i32
  store i32 %result, ptr %at
  ret void
}
