; A pointer that moves by the same for all lanes.
; until: induction
; expect: ^loop\| %shared = phi i64 \[ 0, %entry \]
; expect: ^loop\| %[^ ]+ = getelementptr i8, ptr %start, i64 %shared
; reject: phi ptr
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %start = getelementptr i32, ptr %out, i32 %x
  br label %loop
loop:
  %p = phi ptr [ %start, %entry ], [ %q, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr %p
  %q = getelementptr i32, ptr %p, i64 64
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %done
done:
  ret void
}
