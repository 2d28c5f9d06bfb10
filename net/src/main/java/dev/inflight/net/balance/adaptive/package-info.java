/** Switches that choose by the state of queues and paths. Read {@link Routings} first, then one of them. */
@NullMarked
package dev.inflight.net.balance.adaptive;

import org.jspecify.annotations.NullMarked;
