; A function with a computed goto cannot be inlined: that is the reason, and no recursion.
; refuse: k: it has a computed goto
define internal void @body(ptr %out) {
entry:
  %v = load i32, ptr %out
  %at = getelementptr [2 x ptr], ptr @places, i32 0, i32 %v
  %to = load ptr, ptr %at
  indirectbr ptr %to, [label %left, label %right]
left:
  store volatile i32 1, ptr %out
  br label %right
right:
  ret void
}
@places = internal constant [2 x ptr] [ptr blockaddress(@body, %left), ptr blockaddress(@body, %right)]

define void @k__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  call void @body(ptr %out)
  ret void
}
