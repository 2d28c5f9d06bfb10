/**
 * Queue pairs, connections, WRITE and READ; nothing below knows of them. Read {@link QueuePair} first, then
 * {@link Requester} and {@link Responder}.
 */
@NullMarked
package dev.inflight.net.rdma;

import org.jspecify.annotations.NullMarked;
