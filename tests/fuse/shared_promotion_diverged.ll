; A tree whose distances halve, rounded up, behind a loop of the lanes' own. Lanes come apart there, and meet at the
; barrier: from there on shared memory is values, whether they came together or not.
; report: ^k: region 3: all threads$
; report: ^k: region 4: shared memory in registers, after a barrier
; report: ^k: region 7: shared memory in registers, after a barrier
; expect: = fadd <16 x float>
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
  %at = getelementptr float, ptr %sums, i64 %x.wide
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %n.at
  %any = icmp ult i32 %x, %n
  br i1 %any, label %turn, label %store
turn:
  %i = phi i32 [ %x, %entry ], [ %i.next, %turn ]
  %part = phi float [ 0.0, %entry ], [ %part.next, %turn ]
  %in = getelementptr float, ptr %data, i32 %i
  %one = load float, ptr %in, align 4
  %part.next = fadd float %part, %one
  %i.next = add i32 %i, %lanes
  %on = icmp ult i32 %i.next, %n
  br i1 %on, label %turn, label %store, !llvm.loop !2
store:
  %first = phi float [ 0.0, %entry ], [ %part.next, %turn ]
  store float %first, ptr %at, align 4
  %b0 = call i64 @lw_fused_barrier(i32 0, ptr @site)
  br label %loop
loop:
  %live = phi i32 [ %lanes, %store ], [ %distance, %join ]
  %round = add i32 %live, 1
  %distance = lshr i32 %round, 1
  %own = load float, ptr %at, align 4
  %reach = add i32 %x, %distance
  %far = icmp ult i32 %reach, %live
  br i1 %far, label %add, label %join
add:
  %other = add i32 %x, %distance
  %other.wide = zext i32 %other to i64
  %other.at = getelementptr float, ptr %sums, i64 %other.wide
  %before = load float, ptr %other.at, align 4
  %more = fadd float %own, %before
  br label %join
join:
  %sum = phi float [ %own, %loop ], [ %more, %add ]
  %c = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store float %sum, ptr %at, align 4
  %d = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %again = icmp ugt i32 %distance, 1
  br i1 %again, label %loop, label %done, !llvm.loop !0
done:
  %last = load float, ptr %at, align 4
  store float %last, ptr %from, align 4
  ret void
}
!0 = distinct !{!0, !1}
!2 = distinct !{!2, !1}
!1 = !{!"llvm.loop.unroll.disable"}
