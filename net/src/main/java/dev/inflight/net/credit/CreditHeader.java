package dev.inflight.net.credit;

import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.util.BigEndian;

/**
 * The credit request in data packets where receivers grant credit: the number of bytes, of all data that the flow sends with
 * credit, up to which it requests credit; the highest bit marks a request that is repeated after a timeout, so that credit is
 * sent again. Eight bytes at the place of telemetry; in frames they precede the payload. It is the pull target of EQDS and the
 * credit target of Ultra Ethernet, which count in 256 bytes.
 */
public final class CreditHeader {
  /** Size of the header, in bytes. */
  public static final short BYTES = Long.BYTES;

  private static final long REPEATED = 1L << 63;

  private CreditHeader() {
  }

  /**
   * Puts it into a data packet.
   *
   * @param wantedBytes bytes that the flow has sent with credit so far, with this packet and retransmissions, plus its request
   * @param repeated true if a timeout has shown that credit may have been lost
   */
  public static void write(Packet data, long wantedBytes, boolean repeated) {
    data.code = HeaderChoice.ASKS_CREDIT;
    data.telemetryBytes = BYTES;
    BigEndian.set64(data.telemetry, 0, repeated ? wantedBytes | REPEATED : wantedBytes);
  }

  /** True if a packet has a request; trimmed data keeps it. */
  public static boolean isIn(Packet packet) {
    return (packet.kind == Packet.Kind.DATA || packet.kind == Packet.Kind.TRIMMED) && packet.request() == HeaderChoice.ASKS_CREDIT
        && packet.telemetryBytes == BYTES;
  }

  /** Removes it from a packet that has it, and returns it, for {@link #wantedBytes} and {@link #isRepeated}. */
  static long take(Packet data) {
    data.telemetryBytes = 0;
    return BigEndian.get64(data.telemetry, 0);
  }

  /** Number of bytes up to which the flow requests credit. */
  static long wantedBytes(long header) {
    return header & ~REPEATED;
  }

  /** True if the request is repeated after a timeout. */
  static boolean isRepeated(long header) {
    return (header & REPEATED) != 0;
  }
}
