/**
 * Timers of flows: retransmission, delayed acknowledgements, probes, congestion control. Each uses its flow through a separate interface.
 * Read {@link RetransmitTimer} first.
 */
@NullMarked
package dev.inflight.net.host.timer;

import org.jspecify.annotations.NullMarked;
