/** Switches that choose by what they know of queues and paths. Read {@link Routings} first, then one of them. */
@NullMarked
package dev.inflight.net.balance.adaptive;

import org.jspecify.annotations.NullMarked;
