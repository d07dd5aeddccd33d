; Each thread runs a loop of its own, for as long as its own number asks: 16 neighbours run theirs side by side. An array has
; what the strip's threads run next, and the loop over the strip becomes vectors.
; level: 2
; options: --optimize
; expect: mul <16 x i32>
; expect: lshr <16 x i32>|udiv <16 x i32>
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %numbers = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %wide = zext i32 %x to i64
  %at = getelementptr i32, ptr %numbers, i64 %wide
  %start = load i32, ptr %at
  %none = icmp eq i32 %start, 1
  br i1 %none, label %done, label %loop
loop:
  %n = phi i32 [ %start, %entry ], [ %next, %loop ]
  %count = phi i32 [ 0, %entry ], [ %more, %loop ]
  %odd = trunc i32 %n to i1
  %triple = mul i32 %n, 3
  %up = add i32 %triple, 1
  %down = lshr i32 %n, 1
  %next = select i1 %odd, i32 %up, i32 %down
  %more = add i32 %count, 1
  %end = icmp eq i32 %next, 1
  br i1 %end, label %done, label %loop
done:
  %steps = phi i32 [ 0, %entry ], [ %more, %loop ]
  store i32 %steps, ptr %at
  ret void
}
