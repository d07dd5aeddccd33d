; A chain of comparisons with constants, of which LLVM makes a switch, is branches again in the loop over threads: the
; vectoriser takes no loop with a switch.
; until: switch_in_loop
; expect: icmp eq i8 %[0-9a-z.]+, 48
; expect: icmp eq i8 %[0-9a-z.]+, 51
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %wide = zext i32 %x to i64
  %from = getelementptr i8, ptr %in, i64 %wide
  %c = load i8, ptr %from
  %is.0 = icmp eq i8 %c, 48
  br i1 %is.0, label %done, label %not.0
not.0:
  %is.1 = icmp eq i8 %c, 49
  br i1 %is.1, label %done, label %not.1
not.1:
  %is.2 = icmp eq i8 %c, 50
  br i1 %is.2, label %done, label %not.2
not.2:
  %is.3 = icmp eq i8 %c, 51
  br i1 %is.3, label %three, label %other
three:
  %to.three = getelementptr i32, ptr %out, i64 %wide
  %old = load i32, ptr %to.three
  br label %done
other:
  br label %done
done:
  %v = phi i32 [ 7, %entry ], [ 9, %not.0 ], [ 12, %not.1 ], [ %old, %three ], [ 3, %other ]
  %to = getelementptr i32, ptr %out, i64 %wide
  store i32 %v, ptr %to
  ret void
}
