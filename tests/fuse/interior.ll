; A condition on x and one on y: whether both have their usual outcomes in all rows is asked once, before their loop. Of
; 32 lanes, a row is a few vectors, with no loop around them.
; expect: icmp ult i64 %[0-9]+, 31$
; expect: icmp slt i32 0, %[0-9]+
; expect: icmp eq i64 %[0-9]+, 8$
; expect: !"llvm.loop.vectorize.followup_vectorized", ![0-9]+, ![0-9]+}
; At a border they are not interleaved.
; expect: !"llvm.loop.interleave.count", i32 1}
; Within no row is cut then, and without no row is tried as a whole: two loops and two, not three and three.
; report: k: code: [123][0-9]{2} instructions
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
@k__attributes = constant { i32, i32, [3 x i32] } { i32 0, i32 0, [3 x i32] [i32 32, i32 8, i32 1] }

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %place = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %place
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %right = icmp slt i32 %x, %n
  %lower = icmp slt i32 %y, %n
  %all = and i1 %right, %lower
  %row = mul i32 %y, %n
  %sum = add i32 %row, %x
  %at = getelementptr i32, ptr %out, i32 %sum
  br i1 %all, label %store, label %done
store:
  store i32 %y, ptr %at
  br label %done
done:
  ret void
}
