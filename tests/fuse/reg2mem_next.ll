; A sum's next value takes its place as soon as it is made, if nobody wants the old one any more; else at the loop's end.
; until: slot_liveness
; expect: ^loop\| store i64 %more, ptr
; reject: ^end\| store i64
; expect: ^end\| store i16
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %words = load ptr, ptr %arguments
  %n = load i32, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i64, ptr %words, i32 %x
  %short.at = getelementptr i16, ptr %words, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %end ]
  %sum = phi i64 [ 0, %entry ], [ %more, %end ]
  %other = phi i16 [ 1, %entry ], [ %other.more, %end ]
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %word = load i64, ptr %at
  %more = add i64 %sum, %word
  %short = load i16, ptr %short.at
  %other.more = add i16 %other, %short
  %skips = icmp eq i32 %i, %x
  br i1 %skips, label %end, label %rest
rest:
  store i16 %other, ptr %short.at
  br label %end
end:
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store i64 %more, ptr %at
  ret void
}
