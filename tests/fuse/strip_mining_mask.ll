; A mask that names some lanes, or one that is not known, is left to the emulator.
; report: k: fused: 3 regions
; reject: <32 x
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %own = load i32, ptr %at
  %brought = zext i32 %own to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 255, i64 %brought, i32 8196, ptr @site)
  %again = call i64 @lw_fused_collective(i32 10, i32 %own, i64 %down, i32 8196, ptr @site)
  %result = trunc i64 %again to i32
  store i32 %result, ptr %at
  ret void
}
