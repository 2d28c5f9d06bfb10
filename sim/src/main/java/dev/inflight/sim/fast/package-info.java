/**
 * Fast-forward: stretches of a run in which only bytes and counters change are skipped, and their traffic is credited.
 * {@link dev.inflight.sim.fast.FastForward} is the type to read first.
 */
@org.jspecify.annotations.NullMarked
package dev.inflight.sim.fast;
