; Blocks of 16 x 16 whose lanes keep one sum around a loop with barriers, in half of the registers of 512 bits: all 256 are
; one strip, and the sum stays in its array. What one row shares is read once for it. LLVM makes vectors of 64 at most. The
; regions that do not ask for the sum are run in rows.
; level: 2
; report: k: region 1: all threads$
; report: k: region 2: all threads, after a barrier
; report: k: region 3: strips of 256 threads
; report: k: region 6: all threads
; expect: = alloca \[256 x float\], align 64
; expect: "prefer-vector-width"="512"
; expect: insertelement <16 x float> .* i32 15
; expect: ^!.* = !{!"llvm.loop.vectorize.width", i32 64}
; expect: ^!.* = !{!"llvm.loop.interleave.count", i32 4}
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
@tile = external global [16 x [16 x float]]
@k__attributes = internal constant { i32, i32, [3 x i32], [3 x i32] } { i32 0, i32 0, [3 x i32] [i32 16, i32 16, i32 1], [3 x i32] zeroinitializer }

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %n.at
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %row = zext i32 %y to i64
  %column = zext i32 %x to i64
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %behind ]
  %sum = phi float [ 0.0, %entry ], [ %more, %behind ]
  %line = mul i32 %i, 16
  %from = add i32 %line, %x
  %in = getelementptr float, ptr %out, i32 %from
  %one = load float, ptr %in
  %to = getelementptr [16 x [16 x float]], ptr @tile, i64 0, i64 %row, i64 %column
  store float %one, ptr %to
  %b1 = call i64 @lw_fused_barrier(i32 0, ptr @site)
  br label %inner
inner:
  %l = phi i64 [ 0, %turn ], [ %l.next, %inner ]
  %part = phi float [ %sum, %turn ], [ %more, %inner ]
  %a = getelementptr [16 x [16 x float]], ptr @tile, i64 0, i64 %row, i64 %l
  %b = getelementptr [16 x [16 x float]], ptr @tile, i64 0, i64 %l, i64 %column
  %two = load float, ptr %a
  %three = load float, ptr %b
  %product = fmul float %two, %three
  %more = fadd float %part, %product
  %l.next = add i64 %l, 1
  %l.on = icmp ult i64 %l.next, 16
  br i1 %l.on, label %inner, label %behind, !llvm.loop !0
behind:
  %b2 = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %next = add i32 %i, 1
  %on = icmp ult i32 %next, %n
  br i1 %on, label %turn, label %done
done:
  %in.row = mul i32 %y, 16
  %rank = add i32 %in.row, %x
  %at = getelementptr float, ptr %out, i32 %rank
  store float %more, ptr %at
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
