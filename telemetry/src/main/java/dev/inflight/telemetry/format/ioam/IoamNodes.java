package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.HopRecords;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.util.BigEndian;

/** List of node data behind a trace header, newest first. Each node's data is as long as NodeLen, plus its opaque snapshot. */
final class IoamNodes {
  private static final long LONGEST_DELAY_NS = 1L << 31;
  private static final double BIT_NS_PER_BYTE = 8e9;

  private IoamNodes() {
  }

  /**
   * Number of nodes between two indices.
   *
   * @return -1 if the last one does not end at {@code end}
   */
  private static int count(byte[] bytes, int from, int end, int type) {
    int nodeBytes = IoamTrace.WORD_BYTES * IoamTraceType.nodeLen(type);
    if (!IoamTraceType.has(type, IoamTraceType.OPAQUE)) {
      if (nodeBytes == 0) {
        return from == end ? 0 : -1;
      }
      int nodes = (end - from) / nodeBytes;
      return nodes * nodeBytes == end - from ? nodes : -1;
    }
    int count = 0;
    int at = from;
    while (at < end) {
      if (at + nodeBytes + IoamTrace.WORD_BYTES > end) {
        return -1;
      }
      at = behindOpaque(bytes, at + nodeBytes);
      count++;
    }
    return at == end ? count : -1;
  }

  /** Index of the {@code n}th node in a list for which {@link #count} returned at least that number. */
  static int at(byte[] bytes, int from, int n, int type) {
    int nodeBytes = IoamTrace.WORD_BYTES * IoamTraceType.nodeLen(type);
    if (!IoamTraceType.has(type, IoamTraceType.OPAQUE)) {
      return from + n * nodeBytes;
    }
    int at = from;
    for (int node = 0; node < n; node++) {
      at = behindOpaque(bytes, at + nodeBytes);
    }
    return at;
  }

  private static int behindOpaque(byte[] bytes, int opaque) {
    return opaque + IoamTrace.WORD_BYTES * (1 + (bytes[opaque] & 0xFF));
  }

  /**
   * Number of nodes in the list of a trace.
   *
   * @param header the trace header
   * @param end index at which the trace's room ends
   * @return -1 if the header or the list contradicts itself
   */
  static int countSound(byte[] bytes, long header, int from, int end) {
    return from <= end && IoamTrace.isConsistent(header) ? count(bytes, from, end, IoamTrace.type(header)) : -1;
  }

  /**
   * Reads the list of a trace in path order. A hop has rate 0 if the table lacks its link, or if the hop lacks its identity,
   * queue depth (or transit delay), transmitted bytes, or a time stamp that the trace has.
   *
   * @param header the trace header
   * @param end index at which the trace's room ends
   */
  static DecodeStatus read(IoamSettings settings, LinkRates links, byte[] bytes, long header, int from, int end, Hops into) {
    if (IoamTrace.namespaceId(header) != settings.namespaceId()) {
      return DecodeStatus.UNSUPPORTED;
    }
    int count = countSound(bytes, header, from, end);
    if (count < 0) {
      return DecodeStatus.MALFORMED;
    }
    int type = IoamTrace.type(header);
    into.clear(modulusPs(type), (1L << 32) * settings.txUnitBytes());
    into.cutOff(IoamTrace.overflow(header));
    long layout = IoamLayout.of(type, settings.txBytesBit());
    boolean sojourn = IoamLayout.hasSojourn(type);
    for (int node = count - 1; node >= 0; node--) {
      add(settings, links, bytes, at(bytes, from, node, type), layout, sojourn, into);
    }
    return DecodeStatus.READ;
  }

  /** Time after which the time stamps of a trace of this type repeat, in picoseconds; {@link Hops#NO_CLOCK} if it has none. */
  static long modulusPs(int type) {
    if (!IoamTraceType.has(type, IoamTraceType.FRACTION)) {
      return Hops.NO_CLOCK;
    }
    long seconds = IoamTraceType.has(type, IoamTraceType.SECONDS) ? IoamLayout.SECONDS_MODULUS : 1;
    return seconds * IoamTimestampFormat.PS_PER_SECOND;
  }

  private static void add(IoamSettings settings, LinkRates links, byte[] bytes, int at, long layout, boolean sojourn, Hops into) {
    long node = IoamLayout.node(bytes, at, layout);
    long port = IoamLayout.egress(bytes, at, layout);
    long timePs = IoamLayout.timePs(bytes, at, layout, settings.timestamps());
    long sent = IoamLayout.field(bytes, at, layout, IoamLayout.TX_BYTES);
    long queue = IoamLayout.field(bytes, at, layout, IoamLayout.QUEUE_DEPTH);
    boolean complete = (node | port | sent | queue) >= 0 && (timePs >= 0 || !into.hasClock());
    long rate = complete ? links.rateBitsPerSec(node, port) : 0;
    long queueBytes = sojourn ? sojournBytes(queue, rate) : Math.max(queue, 0) * settings.queueUnitBytes();
    into.add(Math.max(timePs, 0), Math.max(sent, 0) * settings.txUnitBytes(), queueBytes, rate, link(node, port));
    if (queue < 0 || sojourn && rate <= LinkRates.UNKNOWN_RATE) {
      HopRecords.lastIsUnknown(into);
    }
  }

  /** Bytes that the link sends in the packet's time in the node; a time beyond the field's range counts as the longest. */
  private static long sojournBytes(long delayNs, long rateBitsPerSec) {
    return (long) (Math.clamp(delayNs, 0, LONGEST_DELAY_NS) * (rateBitsPerSec / BIT_NS_PER_BYTE));
  }

  /**
   * Identity of a link. Wide numbers are folded into the available bits; numbers that fit the short fields keep their identity.
   */
  static long link(long node, long port) {
    if (node < 0) {
      return 0;
    }
    return Hops.link(node ^ node >>> 48, port < 0 ? 0 : (int) (port ^ port >>> 16) & 0xFFFF);
  }

  /** A word as a non-negative number. */
  static long word(byte[] bytes, int at) {
    return BigEndian.get32(bytes, at) & 0xFFFF_FFFFL;
  }
}
