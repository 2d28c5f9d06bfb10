/** Queues of switch ports that a peer pauses without end, and what is done about them. Read {@link PfcWatchdog} first. */
@NullMarked
package dev.inflight.net.switching.watchdog;

import org.jspecify.annotations.NullMarked;
