; Threads of which each runs along its own row run it by themselves: side by side each would read another line of the cache
; in every iteration. Not where some access is beside the neighbour's (transpose), also in rows by y (block), or where rows are a few
; elements (narrow).
; report: ^rows: fused: 1 region
; report: ^transpose: fused: 3 regions
; report: ^narrow: fused: 3 regions
; report: ^block: fused: 3 regions
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)

define void @rows__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %b = call i32 @lw_fused_block_x()
  %width = call i32 @lw_fused_block_dim_x()
  %x = call i32 @lw_fused_thread_x()
  %before = mul i32 %b, %width
  %i = add i32 %before, %x
  %some = icmp sgt i32 %i, 0
  br i1 %some, label %loop, label %done
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul i32 %i, %n
  %left = add i32 %row, %j
  %left.wide = sext i32 %left to i64
  %left.at = getelementptr float, ptr %a, i64 %left.wide
  %one = load float, ptr %left.at
  %end = add i32 %row, %n
  %right = sub i32 %end, %j
  %right.wide = sext i32 %right to i64
  %right.at = getelementptr float, ptr %a, i64 %right.wide
  %other = load float, ptr %right.at
  store float %other, ptr %left.at
  store float %one, ptr %right.at
  %next = add nuw nsw i32 %j, 1
  %on = icmp slt i32 %next, %i
  br i1 %on, label %loop, label %done
done:
  ret void
}

define void @transpose__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %b = call i32 @lw_fused_block_x()
  %width = call i32 @lw_fused_block_dim_x()
  %x = call i32 @lw_fused_thread_x()
  %before = mul i32 %b, %width
  %i = add i32 %before, %x
  %some = icmp sgt i32 %i, 0
  br i1 %some, label %loop, label %done
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul i32 %i, %n
  %left = add i32 %row, %j
  %left.wide = sext i32 %left to i64
  %left.at = getelementptr float, ptr %a, i64 %left.wide
  %one = load float, ptr %left.at
  %other.row = mul i32 %j, %n
  %right = add i32 %other.row, %i
  %right.wide = sext i32 %right to i64
  %right.at = getelementptr float, ptr %a, i64 %right.wide
  %other = load float, ptr %right.at
  store float %other, ptr %left.at
  store float %one, ptr %right.at
  %next = add nuw nsw i32 %j, 1
  %on = icmp slt i32 %next, %i
  br i1 %on, label %loop, label %done
done:
  ret void
}

define void @narrow__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %b = call i32 @lw_fused_block_x()
  %width = call i32 @lw_fused_block_dim_x()
  %x = call i32 @lw_fused_thread_x()
  %before = mul i32 %b, %width
  %i = add i32 %before, %x
  %some = icmp sgt i32 %i, 0
  br i1 %some, label %loop, label %done
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul i32 %i, 4
  %left = add i32 %row, %j
  %left.wide = sext i32 %left to i64
  %left.at = getelementptr float, ptr %a, i64 %left.wide
  %one = load float, ptr %left.at
  %right = add i32 %left, 1
  %right.wide = sext i32 %right to i64
  %right.at = getelementptr float, ptr %a, i64 %right.wide
  %other = load float, ptr %right.at
  store float %other, ptr %left.at
  store float %one, ptr %right.at
  %next = add nuw nsw i32 %j, 1
  %on = icmp slt i32 %next, %i
  br i1 %on, label %loop, label %done
done:
  ret void
}

define void @block__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %a.at = getelementptr i8, ptr %arguments, i64 8
  %a = load ptr, ptr %a.at
  %b = call i32 @lw_fused_block_x()
  %width = call i32 @lw_fused_block_dim_x()
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %before = mul i32 %b, %width
  %i = add i32 %before, %x
  %some = icmp sgt i32 %i, 0
  br i1 %some, label %loop, label %done
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul i32 %y, %n
  %left = add i32 %row, %i
  %left.wide = sext i32 %left to i64
  %left.at = getelementptr float, ptr %a, i64 %left.wide
  %one = load float, ptr %left.at
  %over = add i32 %y, %j
  %other.row = mul i32 %over, %n
  %right = add i32 %other.row, %i
  %right.wide = sext i32 %right to i64
  %right.at = getelementptr float, ptr %a, i64 %right.wide
  %other = load float, ptr %right.at
  store float %other, ptr %left.at
  store float %one, ptr %right.at
  %next = add nuw nsw i32 %j, 1
  %on = icmp slt i32 %next, %i
  br i1 %on, label %loop, label %done
done:
  ret void
}
