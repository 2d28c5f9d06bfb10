package dev.inflight.wire.header.tcpint;

import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.header.tcp.TcpHeader;
import java.util.Objects;

/**
 * The TCP option of TCP-INT, as in the public project p4lang/p4app-TCP-INT (Intel, versions 0.3 and 0.4).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-------+-------+---------------+
 * |  Kind 0x72    |  Length 12    |TagFreq|LinkSpd|    INTval     |
 * +---------------+---------------+-------+-------+---------------+
 * |    HopID      |                    HopLat                     |
 * +---------------+-------+-------+-------------------------------+
 * |    INTEcr     | HIDEcr|LnkSEcr|           HopLatEcr           |
 * +---------------+-------+-------+-------------------------------+
 * </pre>
 *
 * <ul>
 * <li>TagFreq: share of segments that switches should write to; 15: as configured at the switch. Other values are undocumented.
 * <li>LinkSpd: rate of the link that INTval describes: 1 to 7 for 10, 25, 40, 50, 100, 200 and 400 Gb/s, 0 if unknown.
 * <li>INTval: load of the busiest hop, see {@link TcpIntLoad}; 0 from the sender.
 * <li>HopID: the IP time to live with which the packet left that hop; 0 if no hop has written.
 * <li>HopLat: sum of the packet's latencies in all hops, in units of 256 ns; it saturates.
 * <li>INTEcr, LnkSEcr, HIDEcr, HopLatEcr: the values that arrived at the sending host, see {@link TcpIntEcho}.
 * </ul>
 *
 * <p>Kind, length and the fields before the echoes are certain: the project's figure and program agree. They differ in the last
 * word. The figure has LnkSEcr in front of HIDEcr; the program's bit-fields, on the little-endian hosts that it supports, have
 * the order above and HopLatEcr with its low byte first. Only hosts write and read that word, so this class follows the program.
 * Version 0.2 had another layout with the same kind and length; the bytes cannot distinguish them. IANA has not assigned the
 * kind.
 *
 * <p>Setters use the low bits of their arguments.
 */
public final class TcpIntOption {
  /** The option's kind. */
  public static final int KIND = 0x72;
  /** Length of the option in bytes: whole words, so no NOPs are needed for alignment. */
  public static final int BYTES = 12;
  /** Result of {@link #find} for a header without the option. */
  public static final int ABSENT = -1;
  /** TagFreq: as configured at the switch. */
  public static final int SWITCH_DEFAULT = 15;
  /** Unit of HopLat, in nanoseconds. */
  public static final int LATENCY_UNIT_NS = 256;
  /** Largest HopLat, which means that value or more. */
  public static final int MOST_LATENCY = 0xFF_FFFF;

  private static final int LENGTH = 1;
  private static final int RATE = 2;
  private static final int LOAD = 3;
  private static final int HOP = 4;
  private static final int LATENCY = 5;
  private static final int LOAD_ECHO = 8;
  private static final int HOP_ECHO = 9;
  private static final int LATENCY_ECHO = 10;
  private static final int END_OF_LIST = 0;
  private static final int NOP = 1;
  private static final int NIBBLE = 0xF;

  private TcpIntOption() {
  }

  /**
   * Writes an option that no hop has written to and that echoes nothing.
   *
   * @param tagFrequency 0 to 15
   * @return {@link #BYTES}
   */
  public static int write(byte[] bytes, int at, int tagFrequency) {
    BigEndian.set32(bytes, at, KIND << 24 | BYTES << 16 | (tagFrequency & NIBBLE) << 12);
    BigEndian.set64(bytes, at + HOP, 0);
    return BYTES;
  }

  /**
   * Returns the index of the option in a TCP header.
   *
   * @param tcp index at which the header starts
   * @param end index at which the segment ends, at most the array's length
   * @return {@link #ABSENT} if the option is missing or occurs twice, or if the header or any of its options is malformed
   */
  public static int find(byte[] bytes, int tcp, int end) {
    Objects.checkFromToIndex(tcp, end, bytes.length);
    int headerBytes = end - tcp < TcpHeader.HEADER_BYTES ? 0 : TcpHeader.headerBytes(bytes, tcp);
    if (headerBytes < TcpHeader.HEADER_BYTES || headerBytes > end - tcp) {
      return ABSENT;
    }
    int found = ABSENT;
    int at = tcp + TcpHeader.HEADER_BYTES;
    int to = tcp + headerBytes;
    while (at < to && bytes[at] != END_OF_LIST) {
      if (bytes[at] == NOP) {
        at++;
        continue;
      }
      int length = at + LENGTH < to ? BigEndian.get8(bytes, at + LENGTH) : 0;
      if (length < 2 || length > to - at) {
        return ABSENT;
      }
      if (bytes[at] == KIND) {
        if (length != BYTES || found != ABSENT) {
          return ABSENT;
        }
        found = at;
      }
      at += length;
    }
    return found;
  }

  /** TagFreq, 0 to 15. */
  public static int tagFrequency(byte[] bytes, int at) {
    return BigEndian.get8(bytes, at + RATE) >>> 4;
  }

  /** LinkSpd, 0 to 15. */
  public static int rateCode(byte[] bytes, int at) {
    return BigEndian.get8(bytes, at + RATE) & NIBBLE;
  }

  /** INTval, 0 to 255. */
  public static int load(byte[] bytes, int at) {
    return BigEndian.get8(bytes, at + LOAD);
  }

  /** HopID, 0 to 255; 0 if no hop has written. */
  public static int hop(byte[] bytes, int at) {
    return BigEndian.get8(bytes, at + HOP);
  }

  /** HopLat, in units of {@link #LATENCY_UNIT_NS}. */
  public static int latency(byte[] bytes, int at) {
    return BigEndian.get24(bytes, at + LATENCY);
  }

  /** Sets INTval, HopID and LinkSpd of a hop that is busier than earlier ones. */
  public static void busiest(byte[] bytes, int at, int load, int hop, int rateCode) {
    BigEndian.set8(bytes, at + RATE, tagFrequency(bytes, at) << 4 | rateCode & NIBBLE);
    BigEndian.set8(bytes, at + LOAD, load);
    BigEndian.set8(bytes, at + HOP, hop);
  }

  /** Sets HopLat. */
  public static void latency(byte[] bytes, int at, int units) {
    BigEndian.set24(bytes, at + LATENCY, units);
  }

  /** INTEcr, 0 to 255. */
  public static int loadEcho(byte[] bytes, int at) {
    return BigEndian.get8(bytes, at + LOAD_ECHO);
  }

  /** HIDEcr: number of the busiest hop on the path, from 1; 0 if nothing is echoed. */
  public static int hopEcho(byte[] bytes, int at) {
    return BigEndian.get8(bytes, at + HOP_ECHO) >>> 4;
  }

  /** LnkSEcr, 0 to 15. */
  public static int rateCodeEcho(byte[] bytes, int at) {
    return BigEndian.get8(bytes, at + HOP_ECHO) & NIBBLE;
  }

  /** HopLatEcr, 16 bits: see {@link TcpIntEcho}. */
  public static int latencyEcho(byte[] bytes, int at) {
    return BigEndian.get8(bytes, at + LATENCY_ECHO + 1) << 8 | BigEndian.get8(bytes, at + LATENCY_ECHO);
  }

  /** Sets all echoed fields. */
  public static void echo(byte[] bytes, int at, int load, int hop, int rateCode, int latency) {
    BigEndian.set8(bytes, at + LOAD_ECHO, load);
    BigEndian.set8(bytes, at + HOP_ECHO, (hop & NIBBLE) << 4 | rateCode & NIBBLE);
    BigEndian.set16(bytes, at + LATENCY_ECHO, Short.reverseBytes((short) latency));
  }
}
