/** @file
 * User objects: the program's own things that graphs use, such as buffers of host functions. An object's function is called when
 * nothing refers to the object any more. It includes <lanewise/graph.h>; what all calls have in common is in <lanewise/host.h>.
 *
 *     lw_user_object_create(device, &object, buffer, free, 1, LW_USER_OBJECT_NO_DESTRUCTOR_SYNC);
 *     lw_graph_retain_user_object(graph, object, 1, LW_GRAPH_USER_OBJECT_MOVE);
 *
 * References belong to the program or to a graph. A graph's clones, child nodes made of it, executable graphs and their runs have
 * references of their own, which go with them.
 */
#ifndef LANEWISE_USER_OBJECT_H
#define LANEWISE_USER_OBJECT_H

#include <lanewise/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Something of the program's, with a count of references. CUDA: cudaUserObject_t. */
typedef struct lw_user_object lw_user_object;

/** Flags of user objects. */
enum {
    LW_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1, /**< no call waits for the function; cudaUserObjectNoDestructorSync */
    LW_GRAPH_USER_OBJECT_MOVE = 1          /**< the program's references become the graph's; cudaGraphUserObjectMove */
};

/** Makes a user object.
 * @param device a handle; lw_device_close() releases the program's references
 * @param[out] object the new handle; it is valid until the last reference is released
 * @param pointer the argument of `destroy`
 * @param destroy called once, after the last reference is released, in a thread of the library's; it must not call Lanewise, and
 *     should not wait
 * @param references the program's, at least 1 and at most INT_MAX
 * @param flags LW_USER_OBJECT_NO_DESTRUCTOR_SYNC
 * @return LW_ERROR_INVALID_VALUE: `destroy` is null, no references or too many, or other flags; LW_ERROR_SYSTEM: no thread;
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaUserObjectCreate. */
lw_status lw_user_object_create(lw_device *device, lw_user_object **object, void *pointer, lw_host_function destroy,
                                unsigned references, unsigned flags);

/** Adds references of the program's.
 * @param object which
 * @param count how many, at least 1; no object has more than INT_MAX of the program's
 * @return LW_ERROR_INVALID_VALUE: no references or too many; or a common status
 *
 * CUDA: cudaUserObjectRetain. */
lw_status lw_user_object_retain(lw_user_object *object, unsigned count);

/** Releases references of the program's. With the object's last one the handle is closed.
 * @param object which
 * @param count how many, at least 1
 * @return LW_ERROR_INVALID_VALUE: no references, or more than the program has; or a common status
 *
 * CUDA: cudaUserObjectRelease. */
lw_status lw_user_object_release(lw_user_object *object, unsigned count);

/** Gives a graph references to a user object.
 * @param graph which
 * @param object of the same device
 * @param count how many, at least 1
 * @param flags 0: new references; LW_GRAPH_USER_OBJECT_MOVE: the program's
 * @return LW_ERROR_INVALID_HANDLE: an object of another device; LW_ERROR_INVALID_VALUE: no references or too many, more than the program has, or
 *     other flags; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaGraphRetainUserObject. */
lw_status lw_graph_retain_user_object(lw_graph *graph, lw_user_object *object, unsigned count, unsigned flags);

/** Releases references of a graph's. Those of executable graphs stay.
 * @param graph which
 * @param object which
 * @param count how many, at least 1
 * @return LW_ERROR_INVALID_VALUE: no references, or more than the graph has; or a common status
 *
 * CUDA: cudaGraphReleaseUserObject. */
lw_status lw_graph_release_user_object(lw_graph *graph, lw_user_object *object, unsigned count);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
