; LLVM's own atomics are atomics too.
; refuse: k: how often a loop runs depends on memory that other threads may write meanwhile

define void @k__fiber(ptr %arguments) {
entry:
  %lock = load ptr, ptr %arguments
  br label %try
try:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 acquire monotonic
  %got = extractvalue { i32, i1 } %pair, 1
  br i1 %got, label %mine, label %try
mine:
  store atomic i32 0, ptr %lock release, align 4
  ret void
}
