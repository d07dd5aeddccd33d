; A switch of few cases becomes branches, one after the other; phis behind it keep their values.
; until: graph
; expect: ^entry\| %[0-9]+ = icmp eq i32 %x, 0
; expect: icmp eq i32 %x, 7
; expect: phi i32 .*\[ 1, 
; expect: phi i32 .*\[ 3, %many \]
; reject: switch
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  switch i32 %x, label %many [
    i32 0, label %few
    i32 7, label %done
  ]
few:
  store volatile i32 1, ptr %out
  br label %many
many:
  %a = phi i32 [ 5, %entry ], [ 6, %few ]
  store volatile i32 %a, ptr %out
  br label %done
done:
  %v = phi i32 [ 1, %entry ], [ 3, %many ]
  store volatile i32 %v, ptr %out
  ret void
}
