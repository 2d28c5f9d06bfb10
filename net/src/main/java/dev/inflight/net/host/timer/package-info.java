/**
 * Timers of flows: retransmission, delayed acknowledgements, probes, congestion control. Each knows its flow by an interface of its own. Read
 * {@link RetransmitTimer} first.
 */
@NullMarked
package dev.inflight.net.host.timer;

import org.jspecify.annotations.NullMarked;
