; A counter whose loop ends for each lane when it likes: the same for those that are in it, not behind it.
; until: uniformity
; expect: ^;; loop: .*loop=loop divergent_branch diverged
; expect: ^;; loop uniform: %i %next$
; expect: ^;; loop divergent: %more$
; expect: ^;; done: .* join
; expect: ^;; done divergent: %[^ ]*(last|next)
; reject: ^;; done uniform
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %out
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %x
  br i1 %more, label %loop, label %done
done:
  %last = phi i32 [ %next, %loop ]
  store volatile i32 %last, ptr %out
  ret void
}
