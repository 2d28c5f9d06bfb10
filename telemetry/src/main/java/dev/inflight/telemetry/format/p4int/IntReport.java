package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader.Field;
import java.util.List;

/**
 * A telemetry report that a switch sends to a collector in a UDP datagram, spelt out for people: P4.org Telemetry Report Format Specification, versions
 * 0.5, 1.0 and 2.0. Which port it goes to is configured.
 *
 * @param outcome how reading went; what could be read before it failed is there
 * @param header the fields of the whole datagram
 * @param reports what it reports, one for each packet; version 2.0 allows several
 */
public record IntReport(DecodeStatus outcome, List<Field> header, List<Single> reports) {
  /** What a report about one packet ends with. */
  public enum Inner {
    /** No packet. */
    NONE,
    /** A packet that starts with an Ethernet header. */
    ETHERNET,
    /** A packet that starts with an IPv4 header. */
    IPV4,
    /** A packet that starts with an IPv6 header. */
    IPV6
  }

  /**
   * A report about one packet.
   *
   * @param fields its fields
   * @param inner which packet it ends with, which may be cut
   * @param innerAt where that packet starts
   * @param innerBytes how much of it there may be, 0 or more; of version 2.0 up to 3 bytes of it are padding
   */
  public record Single(List<Field> fields, Inner inner, int innerAt, int innerBytes) {
  }

  /**
   * Reads the payload of a datagram.
   *
   * @param length bytes that are there, 0 or more; nothing behind them is looked at
   * @param format units of queues
   */
  public static IntReport read(byte[] bytes, int offset, int length, IntFormat format) {
    return new IntReportReader(bytes, offset, length, format).read();
  }
}
