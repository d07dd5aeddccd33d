; A loop by the grid's stride that all lanes leave after one turn is run as one; where it turns again, blocks are by
; themselves, and begin once more. Lanes that the loop does not begin for are the last of their row: it is shorter.
; report: k: blocks: neighbours in x run as one
; expect: phi i32 \[ %1, %2 \], \[ 3, %[0-9]+ \]
; expect: store i1 true, ptr %[0-9]+
; expect: store i1 false, ptr %[0-9]+
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)
declare i32 @lw_fused_grid_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %at_n = getelementptr i8, ptr %arguments, i64 8
  %n = load i64, ptr %at_n
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %blocks = call i32 @lw_fused_grid_dim_x()
  %long_x = zext i32 %x to i64
  %long_block = zext i32 %block to i64
  %long_lanes = zext i32 %lanes to i64
  %long_blocks = zext i32 %blocks to i64
  %stride = mul i64 %long_blocks, %long_lanes
  %first = mul i64 %long_block, %long_lanes
  %i = add i64 %first, %long_x
  %any = icmp ult i64 %i, %n
  br i1 %any, label %before, label %done
before:
  br label %turn
turn:
  %place = phi i64 [ %i, %before ], [ %next, %turn ]
  %at = getelementptr i64, ptr %out, i64 %place
  store i64 %place, ptr %at
  %next = add i64 %place, %stride
  %more = icmp ult i64 %next, %n
  br i1 %more, label %turn, label %behind
behind:
  br label %done
done:
  ret void
}
