; A barrier that counts ends it: what was stored is in the block's memory then, and what lanes keep in theirs.
; report: ^k: region 0: shared memory in registers
; report: ^k: region 9: shared memory in registers
; report: kept between them: 6 values of each thread
; expect: store <16 x float> .* align 4$
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
@record = internal global { i64, i64, i64, i64, i64, i64 } { i64 0, i64 0, i64 128, i64 4, i64 0, i64 0 }, section "lw_shared"
@k__attributes = constant { i32, i32, { i32, i32, i32 } } { i32 32, i32 0, { i32, i32, i32 } { i32 32, i32 1, i32 1 } }

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
  %d = call i64 @lw_fused_barrier(i32 1, ptr @site)
  %count = uitofp i64 %d to float
  %last = load float, ptr %at, align 4
  %kept = fadd float %last, %first
  %result = fadd float %kept, %count
  store float %result, ptr %from, align 4
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
