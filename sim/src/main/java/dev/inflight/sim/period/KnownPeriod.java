package dev.inflight.sim.period;

/**
 * What was found of periods of a kind.
 *
 * @param rate periods a picosecond, above 0
 * @param unsure its relative standard error, 0 or more
 * @param windowPs for how long it was watched, in picoseconds
 */
public record KnownPeriod(double rate, double unsure, double windowPs) {
}
