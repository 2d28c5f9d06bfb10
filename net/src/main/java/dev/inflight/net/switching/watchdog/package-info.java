/** Detection and treatment of switch queues that a peer pauses without end. Read {@link PfcWatchdog} first. */
@NullMarked
package dev.inflight.net.switching.watchdog;

import org.jspecify.annotations.NullMarked;
