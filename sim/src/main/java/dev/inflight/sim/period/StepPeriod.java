package dev.inflight.sim.period;

import org.jspecify.annotations.Nullable;

/**
 * A period of steps of a script.
 *
 * @param steps how many it has
 * @param from the first step that is known to have a twin one period later
 * @param end behind the last one
 * @param track the same in operations
 * @param messages the last ones of each of its phases, by their numbers in the script
 * @param known how long it takes, where that was measured on the whole; null where {@link Track#times} are to be judged
 */
public record StepPeriod(int steps, int from, int end, Track track, LastMessages messages, @Nullable KnownPeriod known) {
}
