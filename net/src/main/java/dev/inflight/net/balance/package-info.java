/** Choice of switches among equally short paths, by flow or anew. Read {@link Routing} first, then {@link Balancer}. */
@NullMarked
package dev.inflight.net.balance;

import org.jspecify.annotations.NullMarked;
