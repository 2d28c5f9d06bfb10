/**
 * Which flow of a NIC sends next: {@link Nic}, a scheduler without limits
 * ({@link RoundRobin}), and one with engines of so many flows. A flow is a {@link NicFlow} here.
 */
@NullMarked
package dev.inflight.net.nic;

import org.jspecify.annotations.NullMarked;
