/**
 * Amount of a run that is simulated packet by packet. {@link dev.inflight.sim.fidelity.Fidelity} is the type to read first;
 * {@code sim.fast} does the work.
 */
@org.jspecify.annotations.NullMarked
package dev.inflight.sim.fidelity;
