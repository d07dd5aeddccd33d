; A function that calls itself cannot be inlined.
; refuse: k: it calls down, which calls itself

define i32 @down(i32 %n, ptr %out) {
entry:
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more
more:
  store volatile i32 %n, ptr %out
  %left = lshr i32 %n, 1
  %below = call i32 @down(i32 %left, ptr %out)
  %also = call i32 @down(i32 %below, ptr %out)
  %sum = mul i32 %also, %n
  ret i32 %sum
done:
  ret i32 0
}

define void @k__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  %r = call i32 @down(i32 9, ptr %out)
  store i32 %r, ptr %out
  ret void
}
