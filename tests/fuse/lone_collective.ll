; Collectives whose mask is the thread's own lane: there is one region, and each yields what the thread brings.
; until: slot_liveness
; expect: select i1 %[a-z0-9]+, i64 %bits, i64 9222155678493945274
; expect: add i64 %[a-z0-9]+, 1
; reject: sync=
; reject: lw_fused_collective
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_rank() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %rank = call i32 @lw_fused_rank()
  %lane = and i32 %rank, 31
  %mask = shl nuw i32 1, %lane
  %at = getelementptr i64, ptr %out, i32 %x
  %bits = load i64, ptr %at
  %synced = call i64 @lw_fused_collective(i32 0, i32 %mask, i64 0, i32 0, ptr @site)
  %same = call i64 @lw_fused_collective(i32 3, i32 %mask, i64 %bits, i32 0, ptr @site)
  %operand = or disjoint i32 %lane, 8192
  %given = call i64 @lw_fused_collective(i32 8, i32 %mask, i64 %bits, i32 %operand, ptr @site)
  %sum = add i64 %given, %same
  store i64 %sum, ptr %at
  ret void
}
