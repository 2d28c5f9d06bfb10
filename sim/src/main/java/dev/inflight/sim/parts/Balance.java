package dev.inflight.sim.parts;

/**
 * Progress of parts that run in parallel.
 *
 * @param threads number of threads
 * @param parts number of parts, on all threads together
 * @param windows number of windows of simulated time; at the end of each, all threads wait for the slowest
 * @param events number of events that the parts fired
 * @param longestEvents the most events that any part fired in a window, or a thread's share of all if that is more, added up over
 *     all windows: {@code events} over this is the speedup over one thread if synchronization costs nothing
 * @param waitingShare share of all threads' time in which they waited for each other, or for work between windows, 0 to 1
 */
public record Balance(int threads, int parts, long windows, long events, long longestEvents, double waitingShare) {
}
