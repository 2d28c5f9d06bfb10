/**
 * Choice of a NIC's next flow to send: {@link Nic}, a scheduler without limits ({@link RoundRobin}), and one with engines of
 * limited slots. A flow is a {@link NicFlow} here.
 */
@NullMarked
package dev.inflight.net.nic;

import org.jspecify.annotations.NullMarked;
