; An address in two steps, of the block's row and of the lane in it: neither need be within the array by itself.
; report: k: blocks: neighbours in x run as one
; reject: getelementptr inbounds (nuw )?i32
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %long_x = zext i32 %x to i64
  %long_block = zext i32 %block to i64
  %long_lanes = zext i32 %lanes to i64
  %first = mul nuw nsw i64 %long_block, %long_lanes
  %row = getelementptr inbounds i32, ptr %out, i64 %first
  %at = getelementptr inbounds i32, ptr %row, i64 %long_x
  store i32 1, ptr %at
  ret void
}
