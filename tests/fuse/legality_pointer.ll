; A call through a pointer.
; refuse: k: it calls through a pointer

define void @k__fiber(ptr %arguments) {
  %function = load ptr, ptr %arguments
  call void %function()
  ret void
}
