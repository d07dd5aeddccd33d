; The lesser of x + 1 and a bound is one instruction: the address that is made of it is computed again after the barrier.
; until: rematerialise
; expect: ^entry\| .* = call i32 @llvm.smin.i32\(
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @llvm.smin.i32(i32, i32)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %high.at = getelementptr i8, ptr %arguments, i64 8
  %high = load i32, ptr %high.at
  %x = call i32 @lw_fused_thread_x()
  %next = add i32 %x, 1
  %east = call i32 @llvm.smin.i32(i32 %next, i32 %high)
  %east.wide = sext i32 %east to i64
  %from = getelementptr i32, ptr %out, i64 %east.wide
  %before = load i32, ptr %from
  br label %join
join:
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %after = load i32, ptr %from
  %sum = add i32 %before, %after
  store i32 %sum, ptr %from
  ret void
}
