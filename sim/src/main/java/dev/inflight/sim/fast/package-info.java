/**
 * Fast-forward: stretches of a run in which nothing changes but bytes and counters are left out, and what they would have brought is credited.
 * {@link dev.inflight.sim.fast.FastForward} is the type to read first.
 */
@org.jspecify.annotations.NullMarked
package dev.inflight.sim.fast;
