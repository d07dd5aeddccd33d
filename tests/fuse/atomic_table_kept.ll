; A loop that all threads run counts bytes: its table has 256 places, and is kept from iteration to iteration. A load that may be
; of one of the words empties it first. Where a load at a uniform address may be of one, the table is emptied after each iteration.
; expect: alloca \[256 x i64\], align 64
; expect: store i64 -1, ptr
; expect: alloca \[64 x i64\], align 64
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @emu_atomic_add_u32(ptr, i32)

define void @kept__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %bins = load ptr, ptr %second
  %third = getelementptr i8, ptr %arguments, i64 16
  %n = load i32, ptr %third
  %x = call i32 @lw_fused_thread_x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul i32 %i, 256
  %index = add i32 %row, %x
  %at = getelementptr i8, ptr %in, i32 %index
  %byte = load i8, ptr %at
  %bin = zext i8 %byte to i64
  %word = getelementptr i32, ptr %bins, i64 %bin
  %old = call i32 @emu_atomic_add_u32(ptr %word, i32 7)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @emptied__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %bins = load ptr, ptr %second
  %third = getelementptr i8, ptr %arguments, i64 16
  %flag = load ptr, ptr %third
  %x = call i32 @lw_fused_thread_x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul i32 %i, 256
  %index = add i32 %row, %x
  %at = getelementptr i8, ptr %in, i32 %index
  %byte = load i8, ptr %at
  %bin = zext i8 %byte to i64
  %n = load i32, ptr %flag
  %word = getelementptr i32, ptr %bins, i64 %bin
  %old = call i32 @emu_atomic_add_u32(ptr %word, i32 7)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
