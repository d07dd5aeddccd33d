; A loop that lanes leave one after the other is run a turn at a time, for all lanes.
; report: k: fused: [0-9]+ regions
; reject: vectorize.width
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %n.at
  %x = call i32 @lw_fused_thread_x()
  %any = icmp ult i32 %x, %n
  br i1 %any, label %loop, label %done
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %out, i32 %i
  store i32 %i, ptr %at
  %next = add i32 %i, 256
  %on = icmp ult i32 %next, %n
  br i1 %on, label %loop, label %done
done:
  ret void
}
