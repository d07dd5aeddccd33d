; Rows of many blocks meet both borders: the lanes between them are found once for all rows, whole vectors of them, and
; run the copy of the loop without conditions.
; report: k: blocks: neighbours in x run as one
; expect: and i64 %[0-9]+, -16
; expect: icmp slt i32 0, %[0-9]+|icmp sgt i32 %[0-9]+, 0
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
declare i32 @lw_fused_block_x() memory(none)
@k__attributes = constant { i32, i32, [3 x i32] } { i32 0, i32 0, [3 x i32] [i32 32, i32 8, i32 1] }

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %at_n = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %at_n
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %block = call i32 @lw_fused_block_x()
  %first = shl i32 %block, 5
  %i = add i32 %first, %x
  %right = icmp slt i32 %i, %n
  %left = icmp sgt i32 %i, 0
  %inside = and i1 %left, %right
  %lower = icmp slt i32 %y, %n
  %all = and i1 %inside, %lower
  br i1 %all, label %store, label %done
store:
  %row = mul i32 %y, %n
  %sum = add i32 %row, %i
  %wide = sext i32 %sum to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  store i32 %y, ptr %at
  br label %done
done:
  ret void
}
