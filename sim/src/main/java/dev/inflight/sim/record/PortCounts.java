package dev.inflight.sim.record;

/**
 * What a port has done up to a time.
 *
 * @param sentBytes bytes of frames that it has begun to send
 * @param sentFrames how many those are
 * @param sendingPs picoseconds that it was sending, preambles and gaps included
 * @param pausesReceived pause frames that arrived
 * @param pausedPs picoseconds that its priority groups spent paused, added up
 * @param ecnMarks packets that it marked; 0 for a NIC's
 */
public record PortCounts(long sentBytes, long sentFrames, long sendingPs, long pausesReceived, long pausedPs, long ecnMarks) {
}
