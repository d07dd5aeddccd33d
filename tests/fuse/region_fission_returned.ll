; Some lanes have returned: those that are left go on as one region, since all of the block do not come to the branch.
; until: region_formation
; expect: region=0
; reject: region=1
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %outside = icmp ugt i32 %x, 20
  br i1 %outside, label %done, label %inside
inside:
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %x, ptr %at
  %border = icmp eq i32 %x, 0
  br i1 %border, label %first, label %done
first:
  %before = getelementptr i32, ptr %out, i32 -1
  store i32 7, ptr %before
  br label %done
done:
  ret void
}
