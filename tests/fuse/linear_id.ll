; threadIdx.y * 32 + threadIdx.x is the rank where blocks are 32 x any x 1; the loop over lanes is over ranks then.
; until: linear_id
; expect: ^entry\| %[0-9]+ = call i32 @lw_fused_rank
; expect: ^entry\| %other = add (nuw nsw )?i32 %column, %x
; expect: ^entry\| %sum = add (nuw nsw )?i32 %[0-9]+, %other
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
@k__attributes = constant { i32, i32, [3 x i32] } { i32 0, i32 0, [3 x i32] [i32 32, i32 8, i32 1] }

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %row = shl i32 %y, 5
  %rank = add i32 %row, %x
  %column = mul i32 %y, 33
  %other = add i32 %column, %x
  %sum = add i32 %rank, %other
  %at = getelementptr i32, ptr %out, i32 %rank
  store i32 %sum, ptr %at
  ret void
}
