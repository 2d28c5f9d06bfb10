/** How switches choose among equally short paths: by a hash for all of a flow, or anew. Read {@link Routing} first, then {@link Balancer}. */
@NullMarked
package dev.inflight.net.balance;

import org.jspecify.annotations.NullMarked;
