; Behind a wait in a branch of some lanes the others may be ahead: loads and counters of loops that wait are no longer
; the same, counters of loops that do not wait still are.
; until: uniformity
; expect: ^;; few: .*sync=collective diverged temporal_divergence
; expect: ^;; all: .* temporal_divergence
; expect: ^;; all divergent: %after
; expect: ^;; entry uniform: .*%before
; expect: ^;; waits divergent: .*%i.next
; expect: ^;; runs: .*loop=runs .*temporal_divergence
; expect: ^;; runs uniform: %j %j.next %j.more
; reject: ^;; entry: .*temporal_divergence
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %before = load i32, ptr %out
  %n = call i32 @lw_fused_block_dim_x()
  %x = call i32 @lw_fused_thread_x()
  %some = icmp ult i32 %x, 5
  br i1 %some, label %few, label %all
few:
  %m = call i64 @lw_fused_collective(i32 0, i32 31, i64 0, i32 0, ptr @site)
  br label %all
all:
  %after = load i32, ptr %out
  store volatile i32 %after, ptr %out
  store volatile i32 %before, ptr %out
  br label %waits
waits:
  %i = phi i32 [ 0, %all ], [ %i.next, %waits ]
  store volatile i32 %i, ptr %out
  %b = call i64 @lw_fused_collective(i32 0, i32 -1, i64 0, i32 0, ptr @site)
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, %n
  br i1 %i.more, label %waits, label %runs
runs:
  %j = phi i32 [ 0, %waits ], [ %j.next, %runs ]
  store volatile i32 %j, ptr %out
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j.next, %n
  br i1 %j.more, label %runs, label %done
done:
  ret void
}
