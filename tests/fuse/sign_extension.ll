; An index that is not negative where it is asked for, and may be -1 elsewhere: its lanes are a vector without a check
; that none wraps around as a number without a sign, which the first ones of a row would not pass; with a sign, none does.
; level: 2
; options: --optimize
; reject: = xor i32 %[0-9]+, -1$
; expect: call <16 x float> @llvm.masked.load
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %n.at = getelementptr i8, ptr %arguments, i64 16
  %n = load i32, ptr %n.at
  %block = call i32 @lw_fused_block_x()
  %size = call i32 @lw_fused_block_dim_x()
  %thread = call i32 @lw_fused_thread_x()
  %first = mul i32 %block, %size
  %x = add i32 %first, %thread
  %within = icmp slt i32 %x, %n
  br i1 %within, label %inside, label %done
inside:
  %west = add nsw i32 %x, -1
  %there = icmp sgt i32 %x, 0
  br i1 %there, label %read, label %write
read:
  %number = zext nneg i32 %west to i64
  %from = getelementptr float, ptr %in, i64 %number
  %value = load float, ptr %from
  br label %write
write:
  %left = phi float [ %value, %read ], [ 0.0, %inside ]
  %place = sext i32 %x to i64
  %to = getelementptr float, ptr %out, i64 %place
  store float %left, ptr %to
  br label %done
done:
  ret void
}
