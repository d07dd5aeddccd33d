; Threads of which each goes along a row of its own, do so one by one: side by side they would read 16 lines of the cache
; at once. Not where they read by what the row holds (sparse).
; level: 2
; options: --optimize
; reject: fadd <16 x float>
; expect: fsub <16 x float>
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)

define void @dense__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %out.at = getelementptr i8, ptr %arguments, i64 16
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %row = mul i32 %x, %n
  %own = getelementptr i32, ptr %out, i32 %x
  %end = mul i32 %x, 3
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
  %on = icmp slt i32 %next, %end
  br i1 %on, label %loop, label %done
done:
  store float %more, ptr %own
  ret void
}

define void @sparse__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %out.at = getelementptr i8, ptr %arguments, i64 16
  %out = load ptr, ptr %out.at
  %columns.at = getelementptr i8, ptr %arguments, i64 24
  %columns = load ptr, ptr %columns.at
  %x = call i32 @lw_fused_thread_x()
  %row = mul i32 %x, %n
  %own = getelementptr i32, ptr %out, i32 %x
  %end = load i32, ptr %own
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add i32 %row, %j
  %wide = sext i32 %index to i64
  %column.at = getelementptr i32, ptr %columns, i64 %wide
  %column = load i32, ptr %column.at
  %at = getelementptr float, ptr %a, i32 %column
  %one = load float, ptr %at
  %square = fmul float %one, %one
  %cube = fmul float %square, %one
  %root = fmul float %cube, %square
  %less = fsub float %sum, %root
  %more = fmul float %less, %less
  %next = add nuw nsw i32 %j, 1
  %on = icmp slt i32 %next, %end
  br i1 %on, label %loop, label %done
done:
  store float %more, ptr %own
  ret void
}
