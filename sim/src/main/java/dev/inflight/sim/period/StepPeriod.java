package dev.inflight.sim.period;

import org.jspecify.annotations.Nullable;

/**
 * A period of steps of a script.
 *
 * @param steps number of its steps
 * @param from first step with a known twin one period later
 * @param end step after the last one
 * @param track the same period in operations
 * @param messages the last message of each of its phases, by number in the script
 * @param known its duration, if it was measured as a whole; null if {@link Track#times} are to be judged
 */
public record StepPeriod(int steps, int from, int end, Track track, LastMessages messages, @Nullable KnownPeriod known) {
}
