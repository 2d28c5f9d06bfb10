package dev.inflight.sim.record;

/**
 * A flow at one time of the series. A flow has samples from the first one after its start to the first one after its end.
 *
 * @param nowPs the time, in picoseconds
 * @param flow the flow's number in the run
 * @param ackedBytes application bytes acknowledged so far
 * @param goodputBitsPerSec those acknowledged since the sample before, over the time since then
 * @param windowBytes the window in force
 * @param paceBitsPerSec the pace in force
 */
public record FlowSample(long nowPs, int flow, long ackedBytes, long goodputBitsPerSec, long windowBytes, long paceBitsPerSec) {
}
