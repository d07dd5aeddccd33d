; A loop, with all that is in it, comes before what follows it, also where the text has it otherwise.
; until: graph
; expect: ^;; entry: .*order=0 dominator=- postdominator=outer loop=-
; expect: ^;; outer: .*order=1 dominator=entry postdominator=inner loop=outer
; expect: ^;; inner: .*order=2 dominator=outer postdominator=outer.next loop=inner
; expect: ^;; outer.next: .*order=3 dominator=inner postdominator=after loop=outer
; expect: ^;; after: .*order=4 dominator=outer.next postdominator=- loop=-
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %n = call i32 @lw_fused_block_dim_x()
  br label %outer
after:
  store i32 %i.next, ptr %out
  ret void
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.next ]
  br label %inner
outer.next:
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, %n
  br i1 %i.more, label %outer, label %after
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  store volatile i32 %j, ptr %out
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j.next, %i
  br i1 %j.more, label %inner, label %outer.next
}
