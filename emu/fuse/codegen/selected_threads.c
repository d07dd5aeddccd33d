/* The loops over threads that the emulator has found. */
#include "selected_threads.h"

#include "../../fused/fused.h"
#include "clone.h"
#include "counting_loop.h"
#include "emission.h"
#include "frame.h"
#include "loop_metadata.h"

static LLVMValueRef coordinate(emission *e, LLVMValueRef thread, size_t offset)
{
    return LLVMBuildLoad2(e->builder, e->i32, emission_at_offset(e, thread, emission_number(e, e->i64, offset)), "");
}

/* Loads the coordinates from the record of the thread with this linear thread id. */
static void set_coordinates(emission *e, LLVMValueRef linear_id)
{
    LLVMValueRef offset = LLVMBuildMul(e->builder, linear_id, emission_number(e, e->i64, 64), "");
    LLVMValueRef record = emission_at_offset(e, emission_get_field(e, THREADS), offset);
    e->thread.x = coordinate(e, record, offsetof(emu_coordinates, x));
    e->thread.y = coordinate(e, record, offsetof(emu_coordinates, y));
    e->thread.z = coordinate(e, record, offsetof(emu_coordinates, z));
}

static LLVMValueRef id_at(emission *e, LLVMValueRef row, size_t offset)
{
    LLVMValueRef at = emission_at_offset(e, row, emission_number(e, e->i64, offset));
    return LLVMBuildZExt(e->builder, LLVMBuildLoad2(e->builder, e->i32, at, ""), e->i64, "");
}

void emission_for_selected_rows(emission *e)
{
    emission_get_field(e, THREADS);
    counting rows = emission_begin_count(e, e->i32, emission_number(e, e->i32, 0));
    LLVMValueRef size = emission_number(e, e->i64, sizeof(emu_fused_row));
    LLVMValueRef offset = LLVMBuildMul(e->builder, LLVMBuildZExt(e->builder, rows.number, e->i64, ""), size, "");
    LLVMValueRef row = emission_at_offset(e, LLVMGetParam(e->function, 1), offset);
    LLVMValueRef first = id_at(e, row, offsetof(emu_fused_row, first)),
                 end = id_at(e, row, offsetof(emu_fused_row, end));
    set_coordinates(e, first);
    LLVMValueRef x = e->thread.x;
    counting linear_ids = emission_begin_count(e, e->i64, first);
    e->thread.linear_id = linear_ids.number;
    e->thread.end = emission_append(e);
    LLVMValueRef beside =
        LLVMBuildTrunc(e->builder, LLVMBuildSub(e->builder, e->thread.linear_id, first, ""), e->i32, "");
    e->thread.x = LLVMBuildNUWAdd(e->builder, x, beside, "");
    emission_clone_thread(e);
    LLVMPositionBuilderAtEnd(e->builder, e->thread.end);
    emission_end_count(e, &linear_ids, e->i64, end, 1, e->parallel ? ANY_WIDTH : 0);
    emission_end_count(e, &rows, e->i32, LLVMGetParam(e->function, 2), 1, 0);
}

void emission_for_selected_threads(emission *e)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    emission_get_field(e, THREADS);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef first = LLVMBuildZExt(e->builder, LLVMGetParam(e->function, 1), e->i64, "");
    LLVMValueRef end = LLVMBuildZExt(e->builder, LLVMGetParam(e->function, 2), e->i64, "");
    LLVMPositionBuilderAtEnd(e->builder, here);
    counting linear_ids = emission_begin_count(e, e->i64, first);
    e->thread.linear_id = linear_ids.number;
    e->thread.end = emission_append(e);
    LLVMBasicBlockRef thread = emission_append(e);
    LLVMValueRef state = LLVMBuildLoad2(e->builder, e->i16, emission_element(e, STATE, e->i16), "");
    LLVMValueRef wanted = emission_number(e, e->i16, EMU_FUSED_READY((unsigned)e->region));
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntEQ, state, wanted, ""), thread, e->thread.end);
    LLVMPositionBuilderAtEnd(e->builder, thread);
    set_coordinates(e, e->thread.linear_id);
    emission_clone_thread(e);
    LLVMPositionBuilderAtEnd(e->builder, e->thread.end);
    emission_end_count(e, &linear_ids, e->i64, end, 1, 0);
}
