/**
 * Queue pairs, connections, WRITE and READ; the layers below do not depend on them. Read {@link QueuePair} first, then
 * {@link Requester} and {@link Responder}.
 */
@NullMarked
package dev.inflight.net.rdma;

import org.jspecify.annotations.NullMarked;
