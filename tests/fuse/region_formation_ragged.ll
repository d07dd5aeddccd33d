; Threads whose loops begin or end far apart, or at a minimum (window), run them by themselves: run together, few threads would be
; left in most iterations (steep). Not where a loop is an iteration longer for each thread (triangle), nor where a step of the
; counter is longer than what sets threads apart (stride).
; report: ^window: fused: 1 region
; report: ^steep: fused: 1 region
; report: ^triangle: fused: [3-9] regions
; report: ^stride: fused: [3-9] regions
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
declare i32 @llvm.smin.i32(i32, i32)

define void @window__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %x = call i32 @lw_fused_thread_x()
  %end = call i32 @llvm.smin.i32(i32 %x, i32 %n)
  %some = icmp sgt i32 %end, 0
  br i1 %some, label %loop, label %done
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add i32 %j, %x
  %at = getelementptr i32, ptr %a, i32 %index
  store i32 %j, ptr %at
  %next = add i32 %j, 1
  %on = icmp slt i32 %next, %end
  br i1 %on, label %loop, label %done
done:
  ret void
}

define void @steep__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %x = call i32 @lw_fused_thread_x()
  %begin = mul i32 %x, 100
  %some = icmp slt i32 %begin, %n
  br i1 %some, label %loop, label %done
loop:
  %j = phi i32 [ %begin, %entry ], [ %next, %loop ]
  %back = sub i32 %j, %x
  %at = getelementptr i32, ptr %a, i32 %back
  store i32 %j, ptr %at
  %next = add i32 %j, 1
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %done
done:
  ret void
}

define void @triangle__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %x = call i32 @lw_fused_thread_x()
  %end = add i32 %x, %n
  %some = icmp sgt i32 %end, 0
  br i1 %some, label %loop, label %done
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add i32 %j, %x
  %at = getelementptr i32, ptr %a, i32 %index
  store i32 %j, ptr %at
  %next = add i32 %j, 1
  %on = icmp slt i32 %next, %end
  br i1 %on, label %loop, label %done
done:
  ret void
}

define void @stride__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %row = mul i32 %y, 100
  %begin = add i32 %row, %x
  %some = icmp slt i32 %begin, %n
  br i1 %some, label %loop, label %done
loop:
  %j = phi i32 [ %begin, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %a, i32 %j
  store i32 %j, ptr %at
  %next = add i32 %j, 256
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %done
done:
  ret void
}
