package dev.inflight.net;

/** How a flow's bytes are cut into packets; see {@link SendOwner} for why this is a class. */
abstract class Layout {
  /** Payload of the packet that begins at a byte. */
  abstract int payloadAt(long sequence);

  /** Bytes of header that only some packets have. */
  abstract int extendedBytes(long sequence, int payload, Framing framing);

  /** A plain flow: full packets but for the last, in WRITEs as long as there are. */
  static final class OfFlow extends Layout {
    private final Flow flow;
    private final int payloadBytes;

    OfFlow(Flow flow, int payloadBytes) {
      this.flow = flow;
      this.payloadBytes = payloadBytes;
    }

    @Override
    int payloadAt(long sequence) {
      return (int) Math.min(payloadBytes, flow.sizeBytes() - sequence);
    }

    @Override
    int extendedBytes(long sequence, int payload, Framing framing) {
      return flow.startsMessage(sequence, payloadBytes) ? framing.rethBytes() : 0;
    }
  }
}
