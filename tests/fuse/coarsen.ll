; The place is all that is asked for: neighbouring blocks run as one, up to 65536 lanes, in rows that are as long. What was
; promised of the sum holds of a block's own lanes only.
; report: k: blocks: neighbours in x run as one
; expect: udiv i32 65536, %[0-9]+
; expect: mul nuw i32 %[0-9]+, %[0-9]+
; expect: store atomic i32 %[0-9]+, ptr %[0-9]+ monotonic, align 4
; reject: add nuw i32 %[0-9]+, %[0-9]+
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
