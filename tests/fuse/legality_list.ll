; No wait: a list is followed to its end by plain loads, which nobody else may write to meanwhile.
; report: k: fused
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %heads = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %head = getelementptr ptr, ptr %heads, i32 %x
  br label %loop
loop:
  %at = phi ptr [ %head, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %at
  %end = icmp eq ptr %next, null
  br i1 %end, label %done, label %loop
done:
  store ptr %at, ptr %head
  ret void
}
