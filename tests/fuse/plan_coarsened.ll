; Neighbouring blocks run as one, without a split of their rows: pieces do as well.
; until: plan
; expect: ^;; plan: about 142 instructions of at most 33248; blocks run as one$
; expect: ^;; region 0: coarsened rows; all to the end; 16 instructions, 2 copies$
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %at_n = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %at_n
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %i = add nuw i32 %first, %x
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %store, label %done
store:
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  store i32 %i, ptr %at
  br label %done
done:
  ret void
}
