package dev.inflight.telemetry.report;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.util.LinkHistory;
import java.util.ArrayList;
import java.util.List;

/**
 * Report that a receiver returns instead of a path's header: the record of the busiest link, and its comparison with the
 * receiver's earlier record of that link (draft-miao-rtgwg-hpccplus §7.1). So the sender never compares records of different
 * links, even after losses, and the size does not depend on the number of hops. Big-endian. The draft names queue length, time
 * stamp and sent bytes; the layout is Inflight's.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-+-+-+-+-+-+---+-------------------------------+
 * |      hop      |W|K|M|N|P|C| 0 |            elapsed            |
 * +---------------+-+-+-+-+-+-+---+-------+-----------------------+
 * |                 node                  |         port          |
 * +-------------------------------+-------+-----------------------+
 * |               B               |           txRate / B          |
 * +-------------------------------+-------------------------------+
 * |              qLen             |          qLen before          |
 * +-------------------------------+-------------------------------+
 * |                               TS                              |
 * +---------------------------------------------------------------+
 * |                            txBytes                            |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * hop: position of the link on the path, from 1. W: the report is written; without W, all fields are 0, and the header had no
 * records. K: node and port identify the link, truncated to their fields; without K, the header names no links, and these fields
 * contain the path's identity and the hop. M: an earlier record was compared; without M, elapsed, txRate and qLen before are 0.
 * N: the path differs from the previous one. P: the header had records of a part of the path only. C: the path may have more hops
 * than the header has room for. TS in ns and txBytes in bytes are the header's values modulo 2^32. txRate / B: in units of 2^-14,
 * saturating. Elapsed in ns, qLen in bytes and B in Mb/s have 12 bits of the value, preceded by 4 bits with their shift to the
 * left; the lost bits are less than 2^-11 of the value.
 */
public final class LinkReport {
  /** Bytes of a report. */
  public static final int BYTES = 24;
  /** Code by which a {@link Reflection} marks this report. */
  public static final int REFLECTION_CODE = 11;

  private static final int HOP = 0;
  private static final int FLAGS = 1;
  private static final int ELAPSED = 2;
  private static final int LINK = 4;
  private static final int RATE = 8;
  private static final int USE = 10;
  private static final int QUEUE = 12;
  private static final int QUEUE_BEFORE = 14;
  private static final int TIME = 16;
  private static final int SENT = 20;

  private static final int WRITTEN = 0x80;
  private static final int NAMED = 0x40;
  private static final int COMPARED = 0x20;
  private static final int NEW_PATH = 0x10;
  private static final int PART = 0x08;
  private static final int CUT_OFF = 0x04;
  private static final int UNUSED = 0x03;

  private static final int PORT_BITS = 12;
  private static final int VALUE_BITS = 12;
  private static final int LARGEST = 0xFFFF;
  private static final int LAST_HOP = 0xFF;
  private static final double PARTS = 1 << 14;
  private static final long MEGA = 1_000_000;
  private static final long PS_PER_NS = 1000;

  private final LinkHistory past = new LinkHistory();

  /** Creates a reader of such reports, which reuses its buffers. */
  public LinkReport() {
    // The report has no record.
  }

  /** Writes a report of a header without records. */
  public static void writeNothing(byte[] bytes, int at) {
    for (int word = 0; word < BYTES; word += Long.BYTES) {
      BigEndian.set64(bytes, at + word, 0);
    }
  }

  /** Writes the record of hop {@code hop} of a report. */
  public static void write(byte[] bytes, int at, Hops report, int hop, LinkHistory past) {
    long link = report.link(hop);
    boolean named = link != 0;
    int port = (int) (named ? link : hop + 1) & (1 << PORT_BITS) - 1;
    int node = (int) (named ? link >>> Short.SIZE : report.pathId());
    int flags = WRITTEN | (named ? NAMED : 0) | (past.isCompared() ? COMPARED : 0) | (past.isNewPath() ? NEW_PATH : 0)
        | (past.isPart() ? PART : 0) | (report.cutOff() ? CUT_OFF : 0);
    BigEndian.set8(bytes, at + HOP, Math.min(hop + 1, LAST_HOP));
    BigEndian.set8(bytes, at + FLAGS, flags);
    BigEndian.set16(bytes, at + ELAPSED, elapsed(past.elapsedPs()));
    BigEndian.set32(bytes, at + LINK, node << PORT_BITS | port);
    BigEndian.set16(bytes, at + RATE, rounded(report.rateBitsPerSec(hop) / MEGA));
    BigEndian.set16(bytes, at + USE, (int) Math.min(Math.round(past.utilization() * PARTS), LARGEST));
    BigEndian.set16(bytes, at + QUEUE, rounded(report.queueBytes(hop)));
    BigEndian.set16(bytes, at + QUEUE_BEFORE, rounded(past.queueBytesBefore()));
    BigEndian.set32(bytes, at + TIME, (int) (report.timePs(hop) / PS_PER_NS));
    BigEndian.set32(bytes, at + SENT, (int) report.sentBytes(hop));
  }

  /** Elapsed time in ns, at least 1: a time that has passed, however short, is not written as 0. */
  private static int elapsed(long elapsedPs) {
    return elapsedPs == 0 ? 0 : rounded(Math.max(1, elapsedPs / PS_PER_NS));
  }

  /** Leading bits of a value with their shift; the largest code for larger values. */
  static int rounded(long value) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - VALUE_BITS);
    return shift >= 1 << 16 - VALUE_BITS ? LARGEST : shift << VALUE_BITS | (int) (value >>> shift);
  }

  /** Value of a rounded code. */
  static long value(int rounded) {
    return (long) (rounded & (1 << VALUE_BITS) - 1) << (rounded >>> VALUE_BITS);
  }

  /**
   * Reads a report and replaces the content of {@code into} by one hop with its {@link Hops#past}, or by none. It has no hops
   * unless the result is {@link DecodeStatus#READ}.
   *
   * @param length bytes that may be read from {@code at}
   */
  public DecodeStatus read(byte[] bytes, int at, int length, Hops into) {
    into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    DecodeStatus outcome = check(bytes, at, length);
    if (outcome != DecodeStatus.READ || !has(bytes, at, WRITTEN)) {
      return outcome;
    }
    into.add(timeNs(bytes, at) * PS_PER_NS, sentBytes(bytes, at), value16(bytes, at + QUEUE), rate(bytes, at),
        Hops.link(node(bytes, at), port(bytes, at)));
    into.cutOff(has(bytes, at, CUT_OFF));
    if (has(bytes, at, COMPARED)) {
      double use = use(bytes, at);
      into.utilization(use);
      past.compared(value16(bytes, at + ELAPSED) * PS_PER_NS, use, value16(bytes, at + QUEUE_BEFORE));
    } else {
      past.notCompared();
    }
    past.path(has(bytes, at, NEW_PATH), has(bytes, at, PART));
    into.past(past);
    return DecodeStatus.READ;
  }

  /** True if the link of a report that was {@linkplain #read read} is identified by node and port; false if by path and hop. */
  public static boolean namesLink(byte[] bytes, int at) {
    return has(bytes, at, NAMED);
  }

  private static DecodeStatus check(byte[] bytes, int at, int length) {
    if (length < BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    return isWellFormed(bytes, at) ? DecodeStatus.READ : DecodeStatus.MALFORMED;
  }

  private static boolean isWellFormed(byte[] bytes, int at) {
    if (!has(bytes, at, WRITTEN)) {
      return (BigEndian.get64(bytes, at) | BigEndian.get64(bytes, at + Long.BYTES)
          | BigEndian.get64(bytes, at + 2 * Long.BYTES)) == 0;
    }
    boolean compares = value16(bytes, at + ELAPSED) != 0 || use(bytes, at) != 0 || value16(bytes, at + QUEUE_BEFORE) != 0;
    return BigEndian.get8(bytes, at + HOP) > 0 && !has(bytes, at, UNUSED) && (has(bytes, at, COMPARED) || !compares);
  }

  private static boolean has(byte[] bytes, int at, int flag) {
    return (BigEndian.get8(bytes, at + FLAGS) & flag) != 0;
  }

  private static long value16(byte[] bytes, int at) {
    return value(BigEndian.get16(bytes, at));
  }

  private static long rate(byte[] bytes, int at) {
    return value16(bytes, at + RATE) * MEGA;
  }

  private static double use(byte[] bytes, int at) {
    return BigEndian.get16(bytes, at + USE) / PARTS;
  }

  private static int node(byte[] bytes, int at) {
    return BigEndian.get32(bytes, at + LINK) >>> PORT_BITS;
  }

  private static int port(byte[] bytes, int at) {
    return BigEndian.get32(bytes, at + LINK) & (1 << PORT_BITS) - 1;
  }

  private static long timeNs(byte[] bytes, int at) {
    return BigEndian.get32(bytes, at + TIME) & 0xFFFFFFFFL;
  }

  private static long sentBytes(byte[] bytes, int at) {
    return BigEndian.get32(bytes, at + SENT) & 0xFFFFFFFFL;
  }

  /** Reads all fields of a report as text for people. */
  public static DecodedHeader describe(byte[] bytes, int at, int length) {
    DecodeStatus outcome = check(bytes, at, length);
    var fields = new ArrayList<Field>();
    if (outcome != DecodeStatus.TRUNCATED && has(bytes, at, WRITTEN)) {
      fields.add(new Field("hop", (long) BigEndian.get8(bytes, at + HOP)));
      fields.add(new Field(has(bytes, at, NAMED) ? "node" : "pathId", (long) node(bytes, at)));
      if (has(bytes, at, NAMED)) {
        fields.add(new Field("port", (long) port(bytes, at)));
      }
      fields.add(new Field("rateBitsPerSec", rate(bytes, at)));
      fields.add(new Field("queueBytes", value16(bytes, at + QUEUE)));
      fields.add(new Field("timeNs", timeNs(bytes, at)));
      fields.add(new Field("txBytes", sentBytes(bytes, at)));
      fields.addAll(describePast(bytes, at));
    }
    return new DecodedHeader("link-report", outcome, fields, List.of());
  }

  private static List<Field> describePast(byte[] bytes, int at) {
    boolean compared = has(bytes, at, COMPARED);
    Object elapsedNs = compared ? (Object) value16(bytes, at + ELAPSED) : DecodedHeader.UNAVAILABLE;
    Object usePpm = compared ? (Object) Math.round(use(bytes, at) * MEGA) : DecodedHeader.UNAVAILABLE;
    Object queueBefore = compared ? (Object) value16(bytes, at + QUEUE_BEFORE) : DecodedHeader.UNAVAILABLE;
    return List.of(new Field("elapsedNs", elapsedNs), new Field("utilizationPpm", usePpm),
        new Field("queueBytesBefore", queueBefore), new Field("newPath", has(bytes, at, NEW_PATH)),
        new Field("part", has(bytes, at, PART)), new Field("cutOff", has(bytes, at, CUT_OFF)));
  }
}
