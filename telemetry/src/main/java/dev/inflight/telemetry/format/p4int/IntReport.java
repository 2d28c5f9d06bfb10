package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader.Field;
import java.util.List;

/**
 * A telemetry report that a switch sends to a collector in a UDP datagram, as text for people: P4.org Telemetry Report Format
 * Specification, versions 0.5, 1.0 and 2.0. The UDP port is configurable.
 *
 * @param outcome result of reading; the parts read before an error are present
 * @param header the fields of the whole datagram
 * @param reports its reports, one for each packet; version 2.0 allows several
 */
public record IntReport(DecodeStatus outcome, List<Field> header, List<Single> reports) {
  /** Kind of packet at the end of a report. */
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
   * @param fields fields of the report
   * @param inner kind of the packet at its end, which may be truncated
   * @param innerAt index at which that packet starts
   * @param innerBytes length of that packet, 0 or more; in version 2.0 up to 3 of these bytes are padding
   */
  public record Single(List<Field> fields, Inner inner, int innerAt, int innerBytes) {
  }

  /**
   * Reads the payload of a datagram.
   *
   * @param length bytes that may be read, 0 or more
   * @param format format with the units of queues
   */
  public static IntReport read(byte[] bytes, int offset, int length, IntFormat format) {
    return new IntReportReader(bytes, offset, length, format).read();
  }
}
