; Short loops that index an array of the thread's own are made iteration by iteration, so that the array is in registers.
; %other, whose counter indexes no such array, stays as clang has it.
; until: full_unroll
; reject: alloca
; reject: br i1 %(first|tail)_more
; expect: mul i32 %[a-z0-9_.]+, %x$
; expect: br i1 %other_more, label %other,
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %own = alloca [3 x i32]
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %wide = zext i32 %x to i64
  br label %first
first:
  %f = phi i64 [ 0, %entry ], [ %f_next, %first ]
  %from = getelementptr i32, ptr %in, i64 %f
  %value = load i32, ptr %from
  %own.f = getelementptr [3 x i32], ptr %own, i64 0, i64 %f
  store i32 %value, ptr %own.f
  %f_next = add i64 %f, 1
  %first_more = icmp ult i64 %f_next, 3
  br i1 %first_more, label %first, label %tail, !llvm.loop !0
tail:
  %t = phi i64 [ 0, %first ], [ %t_next, %tail ]
  %s = phi i32 [ 0, %first ], [ %s_next, %tail ]
  %last = sub i64 2, %t
  %own.t = getelementptr [3 x i32], ptr %own, i64 0, i64 %last
  %term = load i32, ptr %own.t
  %twice = mul i32 %s, %x
  %s_next = add i32 %twice, %term
  %t_next = add i64 %t, 1
  %tail_more = icmp ult i64 %t_next, 3
  br i1 %tail_more, label %tail, label %other, !llvm.loop !2
other:
  %o = phi i64 [ 0, %tail ], [ %o_next, %other ]
  %to = getelementptr i32, ptr %out, i64 %o
  store i32 %s_next, ptr %to
  %o_next = add i64 %o, 1
  %other_more = icmp ult i64 %o_next, 3
  br i1 %other_more, label %other, label %done, !llvm.loop !3
done:
  %out.x = getelementptr i32, ptr %out, i64 %wide
  store i32 %s_next, ptr %out.x
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !1}
