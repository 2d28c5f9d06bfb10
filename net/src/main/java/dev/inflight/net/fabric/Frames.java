package dev.inflight.net.fabric;

import dev.inflight.net.link.Framing;
import java.util.stream.IntStream;

/**
 * The minimum of frames for a WRITE or a READ.
 *
 * @param bits bits of all frames, including preambles and gaps
 * @param sizesBytes distinct sizes of frames, without preamble and gap; the smallest first
 * @param gapBytes preamble and gap of each
 */
record Frames(double bits, int[] sizesBytes, int gapBytes) {
  private static final int BITS = 8;

  /** Frames of a WRITE, or of a flow, which is one. */
  static Frames ofWrite(Framing framing, int payloadBytes, long sizeBytes) {
    long messageBytes = SinglePathFct.messageBytes(sizeBytes, payloadBytes);
    long before = (sizeBytes - 1) / messageBytes;
    Frames last = ofMessage(framing, payloadBytes, sizeBytes - before * messageBytes, framing.rethBytes(), 0);
    return before == 0 ? last : last.and(ofMessage(framing, payloadBytes, messageBytes, framing.rethBytes(), 0), before);
  }

  /** Frames of the response to a READ. */
  static Frames ofResponse(Framing framing, int payloadBytes, long sizeBytes) {
    return ofMessage(framing, payloadBytes, sizeBytes, framing.aethBytes(), framing.aethBytes());
  }

  private static Frames ofMessage(Framing framing, int payloadBytes, long sizeBytes, int firstHasBytes, int lastHasBytes) {
    long packets = Math.ceilDiv(sizeBytes, payloadBytes);
    int lastPayload = (int) (sizeBytes - (packets - 1) * payloadBytes);
    if (packets == 1) {
      int only = framing.dataBytes(lastPayload, 0, Math.max(firstHasBytes, lastHasBytes));
      return new Frames(bits(only, framing), new int[] {only}, framing.gapBytes());
    }
    int first = framing.dataBytes(payloadBytes, 0, firstHasBytes);
    int full = framing.dataBytes(payloadBytes, 0, 0);
    int last = framing.dataBytes(lastPayload, 0, lastHasBytes);
    double bits = bits(first, framing) + (packets - 2) * bits(full, framing) + bits(last, framing);
    IntStream sizes = packets == 2 ? IntStream.of(first, last) : IntStream.of(first, full, last);
    return new Frames(bits, sizes.sorted().distinct().toArray(), framing.gapBytes());
  }

  private static double bits(int frameBytes, Framing framing) {
    return (double) BITS * (frameBytes + framing.gapBytes());
  }

  /** Returns these frames plus a multiple of the others. */
  private Frames and(Frames others, long times) {
    int[] sizes = IntStream.concat(IntStream.of(sizesBytes), IntStream.of(others.sizesBytes)).sorted().distinct().toArray();
    return new Frames(bits + times * others.bits, sizes, gapBytes);
  }

  int smallestBytes() {
    return sizesBytes[0];
  }

  /** The most bits that a port sends per picosecond over all frame sizes: times of frames are whole picoseconds. */
  double bitsPerPs(Fabric fabric, int port) {
    double most = 0;
    for (int size : sizesBytes) {
      most = Math.max(most, (double) BITS * (size + gapBytes) / fabric.transmitPs(port, size));
    }
    return most;
  }
}
