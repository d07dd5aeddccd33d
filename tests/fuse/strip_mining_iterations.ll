; A loop that lanes leave one after the other is run a turn at a time, for all lanes, also where they keep a sum.
; report: k: fused: [0-9]+ regions
; report: k: region 1: all threads
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
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr %out, i32 %i
  %each = load float, ptr %at
  %more = fadd float %sum, %each
  %next = add i32 %i, 256
  %on = icmp ult i32 %next, %n
  br i1 %on, label %loop, label %store
store:
  %own = getelementptr float, ptr %out, i32 %x
  store float %more, ptr %own
  br label %done
done:
  ret void
}
