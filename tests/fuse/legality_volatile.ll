; A spin on a volatile variable.
; refuse: k: how often a loop runs depends on memory that other threads may write meanwhile

define void @k__fiber(ptr %arguments) {
entry:
  %flag = load ptr, ptr %arguments
  br label %spin
spin:
  %value = load volatile i32, ptr %flag
  %zero = icmp eq i32 %value, 0
  br i1 %zero, label %spin, label %done
done:
  ret void
}
