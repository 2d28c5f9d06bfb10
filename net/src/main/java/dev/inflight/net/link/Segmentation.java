package dev.inflight.net.link;

/** Division of a flow's bytes into packets, for its sender; see {@code SendPolicy} for why this is a class. */
public abstract class Segmentation {
  /** Writes into a data packet the content from a byte on: payload, number and, for a queue pair, message headers. */
  public abstract void fill(Packet packet, long sequence);

  /** Bytes of header that only some packets have. */
  public abstract int extendedBytes(Packet packet, Framing framing);

  /**
   * Returns the number of the packet that starts at a byte, or, where the last packet ends, of the next packet.
   *
   * @throws IllegalArgumentException if no packet starts there
   */
  public abstract long numberOf(long sequence);

  /** A plain flow: full packets but for the last, in WRITEs of the largest size. */
  static final class OfFlow extends Segmentation {
    private final Flow flow;
    private final int payloadBytes;
    // Successive packets mostly need no division.
    private long nextSequence;
    private long nextNumber;

    OfFlow(Flow flow, int payloadBytes) {
      this.flow = flow;
      this.payloadBytes = payloadBytes;
    }

    @Override
    public void fill(Packet packet, long sequence) {
      long number = sequence == nextSequence ? nextNumber : sequence / payloadBytes;
      int payload = (int) Math.min(payloadBytes, flow.sizeBytes() - sequence);
      packet.number = number;
      packet.payloadBytes = payload;
      nextSequence = sequence + payload;
      nextNumber = payload == 0 ? number : number + 1; // an empty flow has one packet all the same
    }

    @Override
    public int extendedBytes(Packet packet, Framing framing) {
      return flow.startsMessage(packet.sequence, payloadBytes) ? framing.rethBytes() : 0;
    }

    @Override
    public long numberOf(long sequence) {
      return flow.numberOf(sequence, payloadBytes);
    }
  }
}
