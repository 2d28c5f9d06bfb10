package dev.inflight.net.link;

import dev.inflight.telemetry.report.Reflection;

/** How many bytes a packet takes on the wire and in buffers. */
public enum Framing {
  /**
   * RoCEv2 over IPv4 (IBTA Annex A17): Ethernet 14 + 4, IPv4 20, UDP 8, BTH 12, ICRC 4; RETH 16 in a message's first packet, AETH 4 in
   * acknowledgements; payload padded to whole words; at least 64 bytes; preamble and inter-frame gap of 20 bytes on the wire. An
   * acknowledgement's payload is the {@link Reflection} of the telemetry.
   */
  ROCEV2(62, 16, 66, 64, 64, 20),
  /** The same over IPv6, whose header has 40 bytes. */
  ROCEV2_IPV6(82, 16, 86, 64, 64, 20),
  /** The HPCC authors' simulator: 48 bytes around the payload, 46 around an acknowledgement's telemetry; no preamble, no gap. */
  REFERENCE(48, 0, 46, 60, 43, 0);

  private static final int AETH_BYTES = 4;
  private static final int DETH_BYTES = 8;
  private static final int DATAGRAM_BYTES = 256;
  private static final int ARRIVAL_BYTES = 4;
  private static final int CNP_ZEROS_BYTES = 16;

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

  /**
   * Frame size of a data packet.
   *
   * @param extendedBytes of headers that not every data packet has: {@link #rethBytes} in the first packet of a WRITE
   */
  public int dataBytes(int payloadBytes, int telemetryBytes, int extendedBytes) {
    int bytes = payloadBytes + dataHeaderBytes + telemetryBytes + extendedBytes;
    return this == REFERENCE ? bytes : Math.max(bytes + padBytes(payloadBytes), smallestAckBytes);
  }

  /** Frame size of an acknowledgement that brings back this many bytes of telemetry, its seal counted. */
  public int ackBytes(int telemetryBytes) {
    return ackBytes(telemetryBytes, false);
  }

  /** The same, of one that may name a packet that arrived behind a gap, which takes 4 bytes more; the authors' frames cannot. */
  public int ackBytes(int telemetryBytes, boolean namesArrival) {
    if (this == REFERENCE) {
      return Math.max(smallestAckBytes, ackHeaderBytes + telemetryBytes);
    }
    int reflected = Reflection.sizeBytes(telemetryBytes);
    return ackHeaderBytes + (namesArrival ? ARRIVAL_BYTES : 0) + reflected + padBytes(reflected); // never below the smallest frame
  }

  /** Bytes that the first packet of a WRITE has more than the others: where the message goes. */
  public int rethBytes() {
    return firstHeaderBytes;
  }

  /** Bytes that the first and last packets of an answer to a READ have more than the others: an acknowledgement. */
  public int aethBytes() {
    return this == REFERENCE ? 0 : AETH_BYTES;
  }

  /** Frame size of a packet that makes or ends a connection: DETH 8 and 256 bytes, as InfiniBand has it. */
  public int controlBytes() {
    return dataBytes(DATAGRAM_BYTES, 0, DETH_BYTES);
  }

  private static int padBytes(int payloadBytes) {
    return -payloadBytes & 3;
  }

  /** Frame size of a congestion notification packet: BTH and 16 bytes of zeros. */
  public int cnpBytes() {
    return this == REFERENCE ? smallestAckBytes : ackHeaderBytes - AETH_BYTES + CNP_ZEROS_BYTES;
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
