package dev.inflight.sim.measure;

/**
 * A rank of a job at one time of the series.
 *
 * @param nowPs the time, in picoseconds
 * @param job its job's name
 * @param rank its number there, from 0
 * @param computePs time in which it has computed so far, in picoseconds
 * @param computing the part of the time since the sample before, or since its job's start, in which it computed, 0 to 1; in the
 *     rest it waited for messages, or had ended
 */
public record RankSample(long nowPs, String job, int rank, long computePs, double computing) {
}
