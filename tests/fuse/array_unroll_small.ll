; A loop over a small array is unrolled though it is longer than LLVM would have it.
; until: full_unroll
; reject: alloca
; expect: mul i32 %
; reject: br i1 %more
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %own = alloca [9 x i32]
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i_next, %fill ]
  %v.0 = trunc i64 %i to i32
  %v.1 = xor i32 %v.0, 3
  %v.2 = add i32 %v.1, %x
  %v.3 = xor i32 %v.2, %x
  %v.4 = add i32 %v.3, 6
  %v.5 = xor i32 %v.4, %x
  %v.6 = add i32 %v.5, %x
  %v.7 = xor i32 %v.6, 9
  %v.8 = add i32 %v.7, %x
  %v.9 = xor i32 %v.8, %x
  %v.10 = add i32 %v.9, 12
  %v.11 = xor i32 %v.10, %x
  %v.12 = add i32 %v.11, %x
  %v.13 = xor i32 %v.12, 15
  %v.14 = add i32 %v.13, %x
  %v.15 = xor i32 %v.14, %x
  %v.16 = add i32 %v.15, 18
  %v.17 = xor i32 %v.16, %x
  %v.18 = add i32 %v.17, %x
  %v.19 = xor i32 %v.18, 21
  %v.20 = add i32 %v.19, %x
  %v.21 = xor i32 %v.20, %x
  %v.22 = add i32 %v.21, 24
  %v.23 = xor i32 %v.22, %x
  %v.24 = add i32 %v.23, %x
  %v.25 = xor i32 %v.24, 27
  %v.26 = add i32 %v.25, %x
  %v.27 = xor i32 %v.26, %x
  %v.28 = add i32 %v.27, 30
  %v.29 = xor i32 %v.28, %x
  %v.30 = add i32 %v.29, %x
  %v.31 = xor i32 %v.30, 33
  %v.32 = add i32 %v.31, %x
  %v.33 = xor i32 %v.32, %x
  %v.34 = add i32 %v.33, 36
  %v.35 = xor i32 %v.34, %x
  %v.36 = add i32 %v.35, %x
  %v.37 = xor i32 %v.36, 39
  %v.38 = add i32 %v.37, %x
  %v.39 = xor i32 %v.38, %x
  %v.40 = add i32 %v.39, 42
  %v.41 = xor i32 %v.40, %x
  %v.42 = add i32 %v.41, %x
  %v.43 = xor i32 %v.42, 45
  %v.44 = add i32 %v.43, %x
  %v.45 = xor i32 %v.44, %x
  %v.46 = add i32 %v.45, 48
  %v.47 = xor i32 %v.46, %x
  %v.48 = add i32 %v.47, %x
  %at = getelementptr [9 x i32], ptr %own, i64 0, i64 %i
  store i32 %v.48, ptr %at
  %i_next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i_next, 9
  br i1 %more, label %fill, label %use, !llvm.loop !0
use:
  %j = phi i64 [ 0, %fill ], [ %j_next, %use ]
  %sum = phi i32 [ 1, %fill ], [ %sum_next, %use ]
  %from = getelementptr [9 x i32], ptr %own, i64 0, i64 %j
  %element = load i32, ptr %from
  %sum_next = mul i32 %element, %sum
  %j_next = add nuw nsw i64 %j, 1
  %more_use = icmp ult i64 %j_next, 9
  br i1 %more_use, label %use, label %end
end:
  %place = getelementptr i32, ptr %out, i32 %x
  store i32 %sum_next, ptr %place
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
