package dev.inflight.net.link;

/** How a flow's bytes are cut into packets, as its sender knows; see {@code SendPolicy} for why this is a class. */
public abstract class Segmentation {
  /** Says in a data packet what starts at a byte: its payload, its number, and what it has to say of messages. */
  public abstract void fill(Packet packet, long sequence);

  /** Bytes of header that only some packets have. */
  public abstract int extendedBytes(Packet packet, Framing framing);

  /**
   * The number of the packet that starts at a byte, or of the next one to come where the last ends.
   *
   * @throws IllegalArgumentException when no packet starts there
   */
  public abstract long numberOf(long sequence);

  /** A plain flow: full packets but for the last, in WRITEs as long as there are. */
  static final class OfFlow extends Segmentation {
    private final Flow flow;
    private final int payloadBytes;
    // Packets mostly follow each other, and then need no division.
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
