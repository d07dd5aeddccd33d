; The name of a shared variable comes from memory: the kernel stays on fibers.
; refuse: k: which shared variable it means is known only as it runs

declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
@left = external constant i8
@right = external constant i8
@third = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %low = icmp ult i32 %x, 32
  br i1 %low, label %first, label %second
first:
  br label %join
second:
  %even = icmp ult i32 %x, 48
  %either = select i1 %even, ptr @right, ptr @third
  br label %join
join:
  %name = load ptr, ptr %out
  %tile = call ptr @lw_fused_shared(ptr %name)
  %read = load i32, ptr %tile
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %read, ptr %at
  ret void
}
