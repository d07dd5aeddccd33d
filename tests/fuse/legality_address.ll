; The address of a function with a body, which another kernel may call; a table of such addresses.
; refuse: k: it takes the address of callee
; refuse: table: it takes the address of callee

@addresses = internal constant [2 x ptr] [ptr null, ptr @callee]

define internal i32 @callee(i32 %value) {
  ret i32 %value
}

define void @k__fiber(ptr %arguments) {
  %to = load ptr, ptr %arguments
  store ptr @callee, ptr %to
  ret void
}

define void @table__fiber(ptr %arguments) {
  %to = load ptr, ptr %arguments
  %address = load ptr, ptr getelementptr inbounds ([2 x ptr], ptr @addresses, i64 0, i64 1)
  store ptr %address, ptr %to
  ret void
}
