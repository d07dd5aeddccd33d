; A volatile flag is read, and some iterations have no barrier: in these a thread may wait for one that does not run.
; refuse: k: how often a loop runs depends on memory that other threads may write meanwhile
@site = internal global i32 0
declare i64 @lw_fused_barrier(i32, ptr)

define void @k__fiber(ptr %arguments) {
entry:
  %flag = load ptr, ptr %arguments
  br label %loop
loop:
  %value = load volatile i32, ptr %flag
  %zero = icmp eq i32 %value, 0
  br i1 %zero, label %again, label %done
again:
  %one = icmp eq i32 %value, 1
  br i1 %one, label %wait, label %next
wait:
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  br label %next
next:
  br label %loop
done:
  ret void
}
