/**
 * How much of a run is simulated packet by packet. {@link dev.inflight.sim.fidelity.Fidelity} is the type to read first; {@code sim.fast} does what it
 * permits.
 */
@org.jspecify.annotations.NullMarked
package dev.inflight.sim.fidelity;
