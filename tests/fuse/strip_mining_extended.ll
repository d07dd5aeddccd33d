; An index that is a sum, behind a condition: a strip within the bounds has it as a sum of 64 bits, and one for which the
; sum may wrap around runs its lanes one by one.
; expect: %index[0-9]* = add i64 %[0-9]+, %[0-9]+$
; report: k: fused: 2 regions
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %first = mul i32 %block, 256
  %i = add i32 %first, %x
  %below = icmp slt i32 %i, %n
  br i1 %below, label %read, label %meet
read:
  %index = sext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %index
  %own = load i32, ptr %at
  br label %meet
meet:
  %brought = phi i32 [ 0, %entry ], [ %own, %read ]
  %wide = zext i32 %brought to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %wide, i32 8196, ptr @site)
  %result = trunc i64 %down to i32
  br i1 %below, label %write, label %done
write:
  %into.index = sext i32 %i to i64
  %into = getelementptr i32, ptr %out, i64 %into.index
  store i32 %result, ptr %into
  br label %done
done:
  ret void
}
