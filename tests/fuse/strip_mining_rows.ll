; Blocks of 16 x 16 whose lanes keep one sum: strips of four rows. What a row shares is read once for it, by a scalar; the
; row of `across` is one vector for all four.
; report: k: region 1: strips of 64 lanes
; expect: insertelement <4 x float> .* i32 3
; expect: shufflevector <16 x float> .*, <64 x i32> <i32 0, i32 1, .* i32 15, i32 0, i32 1,
; expect: ^!.* = !{!"llvm.loop.vectorize.width", i32 64}
; Its blocks all have strips: lanes that come to a region otherwise go back to the emulator, to run by themselves.
; expect: phi i32 \[ 65539, %.* \], \[ 65541, %.* \], \[ 65543, %
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
@down = external global [16 x [16 x float]]
@across = external global [16 x [16 x float]]
@k__attributes = internal constant { i32, i32, [3 x i32], [3 x i32] } { i32 0, i32 0, [3 x i32] [i32 16, i32 16, i32 1], [3 x i32] zeroinitializer }

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = zext i32 %y to i64
  %column = zext i32 %x to i64
  %a = getelementptr [16 x [16 x float]], ptr @down, i64 0, i64 %row, i64 %i
  %b = getelementptr [16 x [16 x float]], ptr @across, i64 0, i64 %i, i64 %column
  %one = load float, ptr %a
  %two = load float, ptr %b
  %product = fmul float %one, %two
  %more = fadd float %sum, %product
  %next = add i64 %i, 1
  %on = icmp ult i64 %next, 16
  br i1 %on, label %loop, label %done, !llvm.loop !0
done:
  %in.row = mul i32 %y, 16
  %rank = add i32 %in.row, %x
  %at = getelementptr float, ptr %out, i32 %rank
  store float %more, ptr %at
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
