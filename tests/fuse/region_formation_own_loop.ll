; A loop that ends when memory of the lane says so is run by each lane to its end, within its region.
; until: region_formation
; expect: ^;; entry: .* start region=0$
; reject: ^;; loop: .* start
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  br label %loop
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %loop ]
  store i32 %i, ptr %at
  %next = udiv i32 %i, 3
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}
