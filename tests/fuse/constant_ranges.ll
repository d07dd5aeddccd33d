; Conditions on the lane's place and constants: rows 0, 1 .. 6 and 7, and of these the last lane, are loops of their own,
; in which they are constants.
; expect: icmp ult i64 %[0-9]+, 31
; expect: icmp ult i32 %[0-9]+, 7
; expect: store i32 0, ptr %[0-9]+, .*access.group
; expect: store i32 7, ptr %[0-9]+, .*access.group
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
@k__attributes = constant { i32, i32, [3 x i32] } { i32 0, i32 0, [3 x i32] [i32 32, i32 8, i32 1] }

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %last = icmp eq i32 %x, 31
  %top = icmp eq i32 %y, 0
  %bottom = icmp eq i32 %y, 7
  %outer = or i1 %top, %bottom
  %corner = select i1 %last, i1 %outer, i1 false
  %at = getelementptr i32, ptr %out, i32 %x
  br i1 %corner, label %store, label %done
store:
  store i32 %y, ptr %at
  br label %done
done:
  ret void
}
