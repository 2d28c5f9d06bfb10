package dev.inflight.net;

/** How many bytes a packet takes on the wire and in buffers. */
public enum Framing {
  /**
   * RoCEv2 over IPv4 (IBTA Annex A17): Ethernet 14 + 4, IPv4 20, UDP 8, BTH 12, ICRC 4; RETH 16 in a message's first packet, AETH 4 in
   * acknowledgements; at least 64 bytes; preamble and inter-frame gap of 20 bytes on the wire.
   */
  ROCEV2(62, 16, 66, 64, 64, 20),
  /** The HPCC authors' simulator: 48 bytes around the payload, 46 around an acknowledgement's telemetry; no preamble, no gap. */
  REFERENCE(48, 0, 46, 60, 43, 0);

  private final int dataHeaderBytes;
  private final int firstHeaderBytes;
  private final int ackHeaderBytes;
  private final int smallestAckBytes;
  private final int pauseBytes;
  private final int gapBytes;

  Framing(int dataHeaderBytes, int firstHeaderBytes, int ackHeaderBytes, int smallestAckBytes, int pauseBytes, int gapBytes) {
    this.dataHeaderBytes = dataHeaderBytes;
    this.firstHeaderBytes = firstHeaderBytes;
    this.ackHeaderBytes = ackHeaderBytes;
    this.smallestAckBytes = smallestAckBytes;
    this.pauseBytes = pauseBytes;
    this.gapBytes = gapBytes;
  }

  /** Frame size of a data packet. */
  public int dataBytes(int payloadBytes, int telemetryBytes, boolean firstOfMessage) {
    int bytes = payloadBytes + dataHeaderBytes + telemetryBytes + (firstOfMessage ? firstHeaderBytes : 0);
    return this == ROCEV2 ? Math.max(bytes, smallestAckBytes) : bytes;
  }

  /** Frame size of an acknowledgement. */
  public int ackBytes(int telemetryBytes) {
    return Math.max(smallestAckBytes, ackHeaderBytes + telemetryBytes);
  }

  /** Frame size of a PFC frame. */
  public int pauseBytes() {
    return pauseBytes;
  }

  /** Bytes of wire time around each frame that no buffer holds. */
  public int gapBytes() {
    return gapBytes;
  }
}
