; A lock whose loop ends by a flag that was set where the lock was got.
; refuse: k: how often a loop runs depends on memory that other threads may write meanwhile
declare i32 @emu_atomic_cas_u32(ptr, i32, i32)
declare i32 @emu_atomic_exch_u32(ptr, i32)

define void @k__fiber(ptr %arguments) {
entry:
  %lock = load ptr, ptr %arguments
  br label %try
try:
  %done = phi i1 [ false, %entry ], [ %now, %next ]
  br i1 %done, label %out, label %body
body:
  %old = call i32 @emu_atomic_cas_u32(ptr %lock, i32 0, i32 1)
  %got = icmp eq i32 %old, 0
  br i1 %got, label %mine, label %next
mine:
  store volatile i32 1, ptr %lock
  %gone = call i32 @emu_atomic_exch_u32(ptr %lock, i32 0)
  br label %next
next:
  %now = phi i1 [ false, %body ], [ true, %mine ]
  br label %try
out:
  ret void
}
