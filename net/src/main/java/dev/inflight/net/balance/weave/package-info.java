/**
 * Flows that leaf switches move away from busy paths while they last, with the order of packets restored before they reach hosts.
 * Read {@link ConWeave} first, then {@link WeaveDepartures} and {@link WeaveArrivals}.
 */
@NullMarked
package dev.inflight.net.balance.weave;

import org.jspecify.annotations.NullMarked;
