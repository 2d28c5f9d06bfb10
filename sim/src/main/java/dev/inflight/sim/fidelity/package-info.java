/** Amount of a run that is simulated packet by packet. Read {@link Fidelity} first; {@code sim.fast} does the work. */
@org.jspecify.annotations.NullMarked
package dev.inflight.sim.fidelity;
