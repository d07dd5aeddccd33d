; A block of 256 fills 340 elements: the second turn, for the first 84 lanes, stands behind the first, not in a loop.
; until: region_formation
; expect: icmp ult i32 %[a-z0-9]+, 84
; reject: phi
; expect: region=1
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
@k__attributes = constant { i32, i32, [3 x i32] } { i32 0, i32 0, [3 x i32] [i32 32, i32 8, i32 1] }

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %row = shl i32 %y, 5
  %start = add i32 %row, %x
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %out, i32 %i
  store i32 %i, ptr %at
  %next = add i32 %i, 256
  %more = icmp ult i32 %next, 340
  br i1 %more, label %loop, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !{!"llvm.loop.unroll.disable"}}
