; A volatile flag is read before each barrier: all threads reach the barrier, so that nobody waits by the loop alone.
; report: k: fused
@site = internal global i32 0
declare i64 @lw_fused_barrier(i32, ptr)

define void @k__fiber(ptr %arguments) {
entry:
  %flag = load ptr, ptr %arguments
  br label %loop
loop:
  %value = load volatile i32, ptr %flag
  %zero = icmp eq i32 %value, 0
  br i1 %zero, label %wait, label %done
wait:
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  br label %loop
done:
  ret void
}
