; Threads that add up a row each do so side by side, but no more of them than a cache has places for lines at a distance of a power of
; two (chain). Where neighbours read one line, there are more (beside).
; report: ^chain: region 1: strips of 8 threads
; report: ^beside: region 1: strips of 16 threads
declare i32 @lw_fused_thread_x() memory(none)

define void @chain__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %x = call i32 @lw_fused_thread_x()
  %row = mul i32 %x, %n
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add i32 %row, %j
  %wide = sext i32 %index to i64
  %at = getelementptr float, ptr %a, i64 %wide
  %one = load float, ptr %at
  %more = fadd float %sum, %one
  %next = add nuw nsw i32 %j, 1
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %done
done:
  %own = getelementptr float, ptr %a, i32 %x
  store float %more, ptr %own
  ret void
}

define void @beside__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %x = call i32 @lw_fused_thread_x()
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %down = mul i32 %j, %n
  %index = add i32 %x, %down
  %wide = sext i32 %index to i64
  %at = getelementptr float, ptr %a, i64 %wide
  %one = load float, ptr %at
  %more = fadd float %sum, %one
  %next = add nuw nsw i32 %j, 1
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %done
done:
  %own = getelementptr float, ptr %a, i32 %x
  store float %more, ptr %own
  ret void
}
