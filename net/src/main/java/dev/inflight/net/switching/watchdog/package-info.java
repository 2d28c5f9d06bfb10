/** Detection of queues of switch ports that a peer pauses without end, and their treatment. Read {@link PfcWatchdog} first. */
@NullMarked
package dev.inflight.net.switching.watchdog;

import org.jspecify.annotations.NullMarked;
