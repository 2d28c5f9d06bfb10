package dev.inflight.sim.parts;

/**
 * How parts that run side by side kept pace with each other.
 *
 * @param threads how many there were
 * @param parts how many there were, on all threads together
 * @param windows of simulated time, at the end of each of which all waited for the slowest
 * @param events that the parts fired
 * @param longestEvents the most that any part fired, or a thread's share of all if that is more, added up over all windows: {@code events} over this is how many times
 *     faster the threads can be than one, if meeting costs nothing
 * @param waitingShare share of all threads' time in which they waited for each other, or for what runs between windows, 0 to 1
 */
public record Balance(int threads, int parts, long windows, long events, long longestEvents, double waitingShare) {
}
