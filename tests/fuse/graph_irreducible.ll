; goto into a loop: it becomes one that is entered at its head, from where lanes go to where they were to enter.
; report: ^k: fused: 1 region
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %odd = trunc i32 %x to i1
  br i1 %odd, label %left, label %right
left:
  %i = phi i32 [ 0, %entry ], [ %j, %right ]
  store volatile i32 %i, ptr %out
  %i.next = add i32 %i, 1
  br label %right
right:
  %j = phi i32 [ 7, %entry ], [ %i.next, %left ]
  store volatile i32 %j, ptr %out
  %more = icmp ult i32 %j, 100
  br i1 %more, label %left, label %done
done:
  ret void
}
