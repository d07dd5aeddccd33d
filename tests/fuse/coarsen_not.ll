; A lane that asks for a little more sees its block: threadIdx.x or blockIdx.x alone, their sum with another factor, a
; product that is extended, which may have wrapped. Others see the order of blocks, or turn loops of their own.
; report: thread: fused: 1 region
; report: factor: fused: 1 region
; report: extended: fused: 1 region
; report: own_loop: fused: 1 region
; report: ordered: fused: 1 region
; report: added: fused: 1 region
; reject: 65536
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)
declare i32 @lw_fused_block_dim_y() memory(none)
declare i32 @emu_atomic_add_u32(ptr, i32)

define void @thread__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %i = add i32 %first, %x
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  %own = icmp eq i32 %x, 5
  %v = zext i1 %own to i32
  store i32 %v, ptr %at
  ret void
}

define void @block__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %i = add i32 %first, %x
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  %own = icmp eq i32 %block, 5
  %v = zext i1 %own to i32
  store i32 %v, ptr %at
  ret void
}

define void @factor__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %i = add i32 %first, %x
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  %rows = call i32 @lw_fused_block_dim_y()
  %by = mul i32 %block, %rows
  %v = add i32 %by, %x
  store i32 %v, ptr %at
  ret void
}

define void @extended__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %i = add i32 %first, %x
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  %long_first = zext i32 %first to i64
  %long_x = zext i32 %x to i64
  %long = add i64 %long_first, %long_x
  %to = getelementptr i32, ptr %out, i64 %long
  store i32 %i, ptr %to
  ret void
}

define void @own_loop__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %i = add i32 %first, %x
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  %n = load i32, ptr %at
  br label %turn
turn:
  %left = phi i32 [ %n, %entry ], [ %next, %turn ]
  %half = lshr i32 %left, 1
  %next = xor i32 %half, %i
  %more = icmp ugt i32 %next, 100
  br i1 %more, label %turn, label %done
done:
  store i32 %next, ptr %at
  ret void
}

define void @ordered__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %i = add i32 %first, %x
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  store volatile i32 %i, ptr %at
  ret void
}

define void @added__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %i = add i32 %first, %x
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  %old = call i32 @emu_atomic_add_u32(ptr %out, i32 1)
  store i32 %old, ptr %at
  ret void
}
