; Each thread goes along a row of its own, whose length the launch decides (sum) or is a constant (objects): it does so by itself, and
; its iterations become vectors. Not where an iteration waits for the one before (chain), nor where it goes down a column (column).
; level: 1
; options: --optimize
; report: ^sum: fused: 1 region
; report: ^objects: fused: 1 region
; report: ^chain: fused: [3-9] regions
; report: ^column: fused: [2-9] regions
; expect: add <8 x i32>
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)

define void @sum__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %x = call i32 @lw_fused_thread_x()
  %row = mul i32 %x, %n
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %index = add i32 %row, %j
  %wide = sext i32 %index to i64
  %at = getelementptr i32, ptr %a, i64 %wide
  %one = load i32, ptr %at
  %more = add i32 %sum, %one
  %next = add nuw nsw i32 %j, 1
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %done
done:
  %own = getelementptr i32, ptr %a, i32 %x
  store i32 %more, ptr %own
  ret void
}

define void @objects__fiber(ptr %arguments) {
entry:
  %a = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %wide = zext i32 %x to i64
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr [1024 x i32], ptr %a, i64 %wide, i64 %j
  %one = load i32, ptr %at
  %half = ashr i32 %one, 1
  store i32 %half, ptr %at
  %next = add nuw nsw i64 %j, 1
  %on = icmp ult i64 %next, 1024
  br i1 %on, label %loop, label %done
done:
  ret void
}

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

define void @column__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %x = call i32 @lw_fused_thread_x()
  %row = mul i32 %x, %n
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %down = mul i32 %j, 100
  %index = add i32 %row, %down
  %wide = sext i32 %index to i64
  %at = getelementptr i32, ptr %a, i64 %wide
  %one = load i32, ptr %at
  %half = ashr i32 %one, 1
  store i32 %half, ptr %at
  %next = add nuw nsw i32 %j, 1
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %done
done:
  ret void
}
