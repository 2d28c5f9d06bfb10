/**
 * Subject of telemetry records: a port or one of its queues (draft-miao-rtgwg-hpccplus §9.3). Read {@link RecordScope} first,
 * then {@link QueueStamper}.
 */
@NullMarked
package dev.inflight.net.switching.scope;

import org.jspecify.annotations.NullMarked;
