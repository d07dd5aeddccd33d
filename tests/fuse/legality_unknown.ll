; A call of a function that nobody knows: it may wait for lanes.
; refuse: k: it calls emu_barrier_sync, which may wait for threads
declare void @emu_barrier_sync(i32, ptr)
@site = external constant i8

define void @k__fiber(ptr %arguments) {
  call void @emu_barrier_sync(i32 1, ptr @site)
  ret void
}
