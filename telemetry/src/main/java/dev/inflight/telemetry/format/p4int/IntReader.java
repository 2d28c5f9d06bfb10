package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.HopRecords;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.util.BigEndian;

/** Reader of INT-MD headers at the endpoint: see {@link IntFormat}. */
final class IntReader {
  private static final int UNAVAILABLE = -1;
  private static final int EGRESS_PORT_MASK = 0xFFFF;
  private static final int QUEUE_MASK = 0xFFFFFF;
  private static final int MEASURABLE = IntHeader.NODE_ID | IntHeader.INTERFACES | IntHeader.TX_UTILIZATION;
  private static final int QUEUEING = IntHeader.QUEUE | IntHeader.HOP_LATENCY;
  private static final double BIT_PS_PER_BYTE = 8e12;

  private IntReader() {
  }

  /** True if the metadata of these instructions are enough for a measurement. */
  static boolean isMeasurable(int instructions) {
    return (instructions & MEASURABLE) == MEASURABLE && (instructions & QUEUEING) != 0;
  }

  static DecodeStatus read(byte[] bytes, int offset, int length, Hops into, IntFormat format, NetworkFacts network) {
    into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    DecodeStatus outcome = IntHeader.check(bytes, offset, length);
    if (outcome != DecodeStatus.READ) {
      return outcome;
    }
    int first = IntHeader.first(bytes, offset);
    int instructions = IntHeader.instructions(IntHeader.second(bytes, offset));
    int timeAt = IntHeader.position(instructions, IntHeader.EGRESS_TIMESTAMP);
    if (timeAt >= 0) {
      into.clear(format.timestampUnit().modulusPs(), Long.MAX_VALUE);
    }
    into.cutOff((first & (IntHeader.HOP_COUNT_EXCEEDED | IntHeader.MTU_EXCEEDED)) != 0);
    int nodeAt = IntHeader.position(instructions, IntHeader.NODE_ID);
    int portsAt = IntHeader.position(instructions, IntHeader.INTERFACES);
    int queueAt = IntHeader.position(instructions, IntHeader.QUEUE);
    int latencyAt = queueAt >= 0 ? -1 : IntHeader.position(instructions, IntHeader.HOP_LATENCY);
    int utilizationAt = IntHeader.position(instructions, IntHeader.TX_UTILIZATION);
    int hopBytes = 4 * IntHeader.hopWords(first);
    int stack = offset + IntHeader.BYTES;
    int relative = IntHeader.relativeHops(bytes, offset);
    double unitBytes = IntBorder.UNIT_RATE / 8e12 * network.baseRttPs() / IntBorder.QUEUE_UNITS;
    for (int at = stack + hopBytes * (IntHeader.hops(bytes, offset) - 1); at >= stack && hopBytes > 0; at -= hopBytes) {
      boolean isRelative = into.count() < relative;
      int node = word(bytes, at, nodeAt);
      int port = word(bytes, at, portsAt) & EGRESS_PORT_MASK;
      int queue = word(bytes, at, queueAt) & QUEUE_MASK;
      int latency = word(bytes, at, latencyAt);
      int utilization = word(bytes, at, utilizationAt);
      long time = timeAt < 0 ? 0 : BigEndian.get64(bytes, at + timeAt);
      boolean measurable = node != UNAVAILABLE && port != EGRESS_PORT_MASK && (queue != QUEUE_MASK || latency != UNAVAILABLE)
          && utilization != UNAVAILABLE && time != UNAVAILABLE;
      long rate = !measurable ? 0 : isRelative ? IntBorder.UNIT_RATE : network.links().rateBitsPerSec(node & 0xFFFFFFFFL, port);
      into.add(time == UNAVAILABLE ? 0 : format.timestampUnit().toPs(time), 0,
          queue == QUEUE_MASK
              ? sojournBytes(latency, rate, format)
              : isRelative ? (long) (queue * unitBytes) : (long) queue * format.queueUnitBytes(),
          rate, node == UNAVAILABLE ? 0 : Hops.link(node & 0xFFFFFFFFL, port));
      if (queue == QUEUE_MASK && (latency == UNAVAILABLE || rate <= LinkRates.UNKNOWN_RATE)) {
        HopRecords.lastIsUnknown(into);
      }
      if (utilization != UNAVAILABLE) {
        into.utilization(Math.min(1, (utilization & 0xFFFFFFFFL) / (double) format.utilizationScale()));
      }
    }
    return DecodeStatus.READ;
  }

  /** Bytes that the link sends in the packet's time in the switch. */
  private static long sojournBytes(int latency, long rateBitsPerSec, IntFormat format) {
    return latency == UNAVAILABLE
        ? 0
        : (long) (format.timestampUnit().toPs(latency & 0xFFFFFFFFL) * (rateBitsPerSec / BIT_PS_PER_BYTE));
  }

  private static int word(byte[] bytes, int block, int position) {
    return position < 0 ? UNAVAILABLE : BigEndian.get32(bytes, block + position);
  }
}
