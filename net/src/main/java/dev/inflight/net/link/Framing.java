package dev.inflight.net.link;

import dev.inflight.net.link.header.SackBlocks;
import dev.inflight.telemetry.report.Reflection;

/** Sizes of packets on the wire and in buffers, in bytes. */
public enum Framing {
  /**
   * RoCEv2 over IPv4 (IBTA Annex A17): Ethernet 14 + 4, IPv4 20, UDP 8, BTH 12, ICRC 4; RETH 16 in a message's first packet,
   * AETH 4 in acknowledgements; payload padded to whole words; at least 64 bytes; preamble and inter-frame gap of 20 bytes on
   * the wire. An acknowledgement's payload is the {@link Reflection} of the telemetry.
   */
  ROCEV2(20),
  /** RoCEv2 over IPv6, with an IP header of 40 bytes. */
  ROCEV2_IPV6(40),
  /**
   * TCP over IPv4 (RFC 9293): Ethernet 14 + 4, IPv4 20, TCP 20, timestamps 12 in every segment (RFC 7323, behind two NOPs); in
   * acknowledgements 4 and 8 for each block of out-of-order data (RFC 2018); in segments with telemetry, which include probes
   * and answers, a header of 8; at least 64 bytes; preamble and gap as above. The payload of answers and acknowledgements is the
   * {@link Reflection} of the telemetry.
   */
  TCP(20, 20 + 12),
  /** TCP over IPv6. */
  TCP_IPV6(40, 20 + 12),
  /** The HPCC authors' simulator: 48 bytes around the payload, 46 around an acknowledgement's telemetry; no preamble, no gap. */
  REFERENCE();

  /** The largest payload of a packet. */
  public static final int LARGEST_PAYLOAD_BYTES = 9000;
  /** Upper bound of any frame with all headers and telemetry. */
  public static final int LARGEST_FRAME_BYTES = 10_500;

  private static final int DETH_BYTES = 8;
  private static final int DATAGRAM_BYTES = 256;
  private static final int CNP_ZEROS_BYTES = 16;
  private static final int PROBE_HEADER_BYTES = 8;
  private static final int SACK_BYTES = 4;
  private static final int SACK_BLOCK_BYTES = 8;

  private final int dataHeaderBytes;
  private final int ackHeaderBytes;
  private final int rethBytes;
  private final int aethBytes;
  private final int arrivalBytes;
  private final int wordBytes;
  private final int smallestDataBytes;
  private final int smallestAckBytes;
  private final int cnpBytes;
  private final int pauseBytes;
  private final int gapBytes;
  private final int probeHeaderBytes;
  private final boolean reflects;

  /** Makes a framing of RoCEv2, with an IP header of this size in bytes. */
  Framing(int ipBytes) {
    dataHeaderBytes = 14 + 4 + ipBytes + 8 + 12 + 4;
    rethBytes = 16;
    aethBytes = 4;
    arrivalBytes = 4;
    wordBytes = 4;
    ackHeaderBytes = dataHeaderBytes + aethBytes;
    cnpBytes = dataHeaderBytes + CNP_ZEROS_BYTES;
    smallestDataBytes = 64;
    smallestAckBytes = 64;
    pauseBytes = 64;
    gapBytes = 20;
    probeHeaderBytes = 0;
    reflects = true;
  }

  /** Makes a framing of TCP, with IP and TCP headers of these sizes in bytes. */
  Framing(int ipBytes, int tcpBytes) {
    dataHeaderBytes = 14 + 4 + ipBytes + tcpBytes;
    rethBytes = 0;
    aethBytes = 0;
    arrivalBytes = PROBE_HEADER_BYTES; // names the probe that is answered
    wordBytes = 1;
    ackHeaderBytes = dataHeaderBytes;
    cnpBytes = 0;
    smallestDataBytes = 64;
    smallestAckBytes = 64;
    pauseBytes = 64;
    gapBytes = 20;
    probeHeaderBytes = PROBE_HEADER_BYTES;
    reflects = true;
  }

  /** The authors' sizes. */
  Framing() {
    dataHeaderBytes = 48;
    rethBytes = 0;
    aethBytes = 0;
    arrivalBytes = 0;
    wordBytes = 1;
    ackHeaderBytes = 46;
    cnpBytes = 60;
    smallestDataBytes = 0;
    smallestAckBytes = 60;
    pauseBytes = 43;
    gapBytes = 0;
    probeHeaderBytes = 0;
    reflects = false;
  }

  /**
   * Frame size of a data packet.
   *
   * @param extendedBytes bytes of headers that not every data packet has: {@link #rethBytes} in the first packet of a WRITE
   */
  public int dataBytes(int payloadBytes, int telemetryBytes, int extendedBytes) {
    int bytes = payloadBytes + dataHeaderBytes + telemetryBytes + extendedBytes;
    return Math.max(bytes + padBytes(payloadBytes), smallestDataBytes);
  }

  /** Frame size of a probe: a data packet without data. */
  public int probeBytes(int telemetryBytes) {
    return dataBytes(0, telemetryBytes, probeHeaderBytes);
  }

  /**
   * Frame size of a data packet that is trimmed behind its header.
   *
   * @param keptBytes bytes that remain behind the header
   */
  public int trimmedBytes(int keptBytes) {
    return dataBytes(0, keptBytes, 0);
  }

  /** Frame size of a notification, which names a packet, with this much telemetry and any authentication code, in bytes. */
  public int notificationBytes(int telemetryBytes) {
    return ackBytes(telemetryBytes, true);
  }

  /** Size of a tally, the answer of an unreliable flow: it reports the number of arrived bytes, and acknowledges nothing. */
  public int tallyBytes(int telemetryBytes) {
    int reflected = reflects ? Reflection.sizeBytes(telemetryBytes) : telemetryBytes;
    return dataBytes(reflected, 0, arrivalBytes + Long.BYTES);
  }

  /** Frame size of a switch's answer, which names a packet, with this much telemetry and any authentication code, in bytes. */
  public int switchAnswerBytes(int telemetryBytes) {
    return ackBytes(telemetryBytes, true) - aethBytes;
  }

  /** Frame size of a packet with a window of this many bytes, including any authentication code. */
  public int windowBytes(int bytes) {
    return dataBytes(bytes, 0, 0);
  }

  /** Frame size of an acknowledgement with this many bytes of telemetry, including any authentication code. */
  public int ackBytes(int telemetryBytes) {
    return ackBytes(telemetryBytes, false);
  }

  /** Size of an acknowledgement that may name a packet after a gap, which takes 4 bytes more, except in the authors' frames. */
  public int ackBytes(int telemetryBytes, boolean namesArrival) {
    int reflected = reflects ? Reflection.sizeBytes(telemetryBytes) : telemetryBytes;
    int bytes = ackHeaderBytes + (namesArrival ? arrivalBytes : 0) + reflected;
    return Math.max(bytes + padBytes(reflected), smallestAckBytes);
  }

  /**
   * Frame size of TCP's acknowledgement that names this many blocks of data behind a gap.
   *
   * @param telemetryBytes telemetry that it returns, including any authentication code
   * @param blocks 0 to {@link SackBlocks#MOST}
   */
  public int sackBytes(int telemetryBytes, int blocks) {
    int sack = blocks == 0 ? 0 : SACK_BYTES + SACK_BLOCK_BYTES * blocks;
    return ackBytes(telemetryBytes) + markerBytes(telemetryBytes) + sack;
  }

  /** Bytes of the header that marks telemetry in data and acknowledgements of TCP; 0 without telemetry, and in other framings. */
  public int markerBytes(int telemetryBytes) {
    return telemetryBytes > 0 ? probeHeaderBytes : 0;
  }

  /** True if packets are TCP segments. */
  public boolean isTcp() {
    return this == TCP || this == TCP_IPV6;
  }

  /** True if packets have an IPv6 header. */
  public boolean isIpv6() {
    return this == ROCEV2_IPV6 || this == TCP_IPV6;
  }

  /** Returns the corresponding framing over IPv6 if there is one; otherwise this one. */
  public Framing overIpv6() {
    return switch (this) {
      case ROCEV2 -> ROCEV2_IPV6;
      case TCP -> TCP_IPV6;
      default -> this;
    };
  }

  /** Returns the framing of TCP segments, or else of RoCEv2, with the same IP header; the authors' framing stays as it is. */
  public Framing ofTcp(boolean tcp) {
    return this == REFERENCE ? this : isIpv6() ? tcp ? TCP_IPV6 : ROCEV2_IPV6 : tcp ? TCP : ROCEV2;
  }

  /** Bytes of the message header that only the first packet of a WRITE carries. */
  public int rethBytes() {
    return rethBytes;
  }

  /** Bytes that the first and last packets of an answer to a READ have more than the others: an acknowledgement. */
  public int aethBytes() {
    return aethBytes;
  }

  /** Frame size of a packet that sets up or closes a connection: DETH 8 and 256 bytes, as InfiniBand has it. */
  public int controlBytes() {
    return dataBytes(DATAGRAM_BYTES, 0, DETH_BYTES);
  }

  private int padBytes(int payloadBytes) {
    return -payloadBytes & wordBytes - 1;
  }

  /** Frame size of a congestion notification packet: BTH and 16 bytes of zeros. */
  public int cnpBytes() {
    return cnpBytes;
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
