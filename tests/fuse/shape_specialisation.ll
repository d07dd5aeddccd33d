; A kernel that leaves its blocks' shape open is made for one more, as resident.ll's is; its table names that one's. Nothing
; is gained by it where lanes exchange nothing, and nothing is made for more lanes than the kernel allows, nor twice.
; shape: 32x1 32x1x1
; report: ^k\.32x1: region 0: shared memory in registers
; report: ^k: fused: .
; report: ^few: fused: .
; expect: ^@k__fused_0 = hidden constant .* \[3 x i32\] zeroinitializer, ptr @k\.32x1__fused_0, i32 0, i32 0, i32 2, i32 0 \}
; expect: ^@k\.32x1__fused_0 = hidden constant .* \[3 x i32\] \[i32 32, i32 1, i32 1\], ptr null, i32 0, i32 0, i32 0, i32 0 \}
; expect: ^@few__fused_0 = hidden constant .* \[3 x i32\] zeroinitializer, ptr null, i32 0, i32 0, i32 2, i32 0 \}
; expect: ^@plain__fused_0 = hidden constant .* \[3 x i32\] zeroinitializer, ptr null, i32 0, i32 0, i32 2, i32 0 \}
; expect: ^@llvm.used = appending global \[[23] x ptr\] \[ptr @record, ptr
; reject: @(plain|few)\.32x1
; reject: @k\.32x1x1
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
@record = internal global { i64, i64, i64, i64, i64, i64 } { i64 0, i64 0, i64 128, i64 4, i64 0, i64 0 }, section "lw_shared"

define void @k__fiber(ptr %arguments) {
entry:
  %data = load ptr, ptr %arguments
  %sums = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %x.wide = zext i32 %x to i64
  %from = getelementptr float, ptr %data, i64 %x.wide
  %first = load float, ptr %from, align 4
  %at = getelementptr float, ptr %sums, i64 %x.wide
  store float %first, ptr %at, align 4
  br label %loop
loop:
  %distance = phi i32 [ 1, %entry ], [ %next, %join ]
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %own = load float, ptr %at, align 4
  %far = icmp uge i32 %x, %distance
  br i1 %far, label %add, label %join
add:
  %other = sub i32 %x, %distance
  %other.wide = zext i32 %other to i64
  %other.at = getelementptr float, ptr %sums, i64 %other.wide
  %before = load float, ptr %other.at, align 4
  %more = fadd float %own, %before
  br label %join
join:
  %sum = phi float [ %own, %loop ], [ %more, %add ]
  %c = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store float %sum, ptr %at, align 4
  %next = shl i32 %distance, 1
  %again = icmp ult i32 %next, %lanes
  br i1 %again, label %loop, label %done, !llvm.loop !0
done:
  %last = load float, ptr %at, align 4
  store float %last, ptr %from, align 4
  ret void
}
define void @few__fiber(ptr %arguments) {
entry:
  %data = load ptr, ptr %arguments
  %sums = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %x.wide = zext i32 %x to i64
  %from = getelementptr float, ptr %data, i64 %x.wide
  %first = load float, ptr %from, align 4
  %at = getelementptr float, ptr %sums, i64 %x.wide
  store float %first, ptr %at, align 4
  br label %loop
loop:
  %distance = phi i32 [ 1, %entry ], [ %next, %join ]
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %own = load float, ptr %at, align 4
  %far = icmp uge i32 %x, %distance
  br i1 %far, label %add, label %join
add:
  %other = sub i32 %x, %distance
  %other.wide = zext i32 %other to i64
  %other.at = getelementptr float, ptr %sums, i64 %other.wide
  %before = load float, ptr %other.at, align 4
  %more = fadd float %own, %before
  br label %join
join:
  %sum = phi float [ %own, %loop ], [ %more, %add ]
  %c = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store float %sum, ptr %at, align 4
  %next = shl i32 %distance, 1
  %again = icmp ult i32 %next, %lanes
  br i1 %again, label %loop, label %done, !llvm.loop !0
done:
  %last = load float, ptr %at, align 4
  store float %last, ptr %from, align 4
  ret void
}
@few__attributes = constant { i32, i32, { i32, i32, i32 } } { i32 16, i32 0, { i32, i32, i32 } zeroinitializer }
define void @plain__fiber(ptr %arguments) {
  %data = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %x.wide = zext i32 %x to i64
  %at = getelementptr i32, ptr %data, i64 %x.wide
  %old = load i32, ptr %at, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr %at, align 4
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
