package dev.inflight.sim.record;

/**
 * A port at one time of the series.
 *
 * @param nowPs the time, in picoseconds
 * @param port the port
 * @param waitingBytes bytes of frames that wait behind the one that is being sent
 * @param sentBytes bytes of frames whose sending has begun so far
 * @param throughputBitsPerSec those since the sample before, over the time since then
 * @param ecnMarks packets that it marked so far; 0 of a host's port
 */
public record PortSample(long nowPs, PortName port, long waitingBytes, long sentBytes, long throughputBitsPerSec, long ecnMarks) {
}
