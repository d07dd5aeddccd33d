; Loops that a block's threads do not run together: one that some pass by, as half of them here do, though it is left by a
; bound; and one of which each thread has a number of iterations of its own. In a region an iteration each would look for the
; threads that are left.
; until: region_formation
; expect: ^;; kernel k after region_formation
; reject: ^;; strides: .* (start|lockstep)
; reject: ^;; counts: .* (start|lockstep)
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %n.at
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %odd = and i32 %x, 1
  %half = icmp eq i32 %odd, 0
  br i1 %half, label %before, label %middle
before:
  %some = icmp slt i32 %x, %n
  br i1 %some, label %strides, label %middle
strides:
  %i = phi i32 [ %x, %before ], [ %next, %strides ]
  %from = getelementptr i32, ptr %out, i32 %i
  store i32 %i, ptr %from
  %next = add i32 %i, 256
  %more = icmp slt i32 %next, %n
  br i1 %more, label %strides, label %middle
middle:
  store i32 7, ptr %at
  %last = add i32 %x, 1
  br label %counts
counts:
  %k = phi i32 [ 0, %middle ], [ %next.k, %counts ]
  %from.k = getelementptr i32, ptr %out, i32 %k
  %value = load i32, ptr %from.k
  store i32 %value, ptr %at
  %next.k = add i32 %k, 1
  %over = icmp eq i32 %next.k, %last
  br i1 %over, label %done, label %counts
done:
  store i32 8, ptr %at
  ret void
}
