package dev.inflight.sim.period;

/**
 * Measurement of the periods of a kind.
 *
 * @param rate periods per picosecond, above 0
 * @param unsure its relative standard error, 0 or more
 * @param windowPs time for which they were watched, in picoseconds
 */
public record KnownPeriod(double rate, double unsure, double windowPs) {
}
