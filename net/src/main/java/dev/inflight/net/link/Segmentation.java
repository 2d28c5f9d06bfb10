package dev.inflight.net.link;

/** How a flow's bytes are cut into packets; see {@code SendOwner} for why this is a class. */
public abstract class Segmentation {
  /** Payload of the packet that begins at a byte. */
  public abstract int payloadAt(long sequence);

  /** Bytes of header that only some packets have. */
  public abstract int extendedBytes(long sequence, int payload, Framing framing);

  /** A plain flow: full packets but for the last, in WRITEs as long as there are. */
  static final class OfFlow extends Segmentation {
    private final Flow flow;
    private final int payloadBytes;

    OfFlow(Flow flow, int payloadBytes) {
      this.flow = flow;
      this.payloadBytes = payloadBytes;
    }

    @Override
    public int payloadAt(long sequence) {
      return (int) Math.min(payloadBytes, flow.sizeBytes() - sequence);
    }

    @Override
    public int extendedBytes(long sequence, int payload, Framing framing) {
      return flow.startsMessage(sequence, payloadBytes) ? framing.rethBytes() : 0;
    }
  }
}
