/**
 * Timers of flows: retransmission, delayed acknowledgements, probes, congestion control. Each has its own interface to its flow.
 * Read {@link RetransmitTimer} first.
 */
@NullMarked
package dev.inflight.net.host.timer;

import org.jspecify.annotations.NullMarked;
