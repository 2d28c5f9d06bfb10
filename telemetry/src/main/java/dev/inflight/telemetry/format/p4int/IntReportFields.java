package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.util.BigEndian;
import java.util.List;

/** Metadata in telemetry reports, in words of 32 bits; all ones mean an unavailable value. */
final class IntReportFields {
  private static final int PORTS = 0x20;
  private static final int HOP_LATENCY = 0x10;
  private static final int QUEUE = 0x08;
  private static final int EGRESS_TIMESTAMP = 0x04;
  private static final int DROP = 0x02;
  private static final int TX_UTILIZATION = 0x01;

  private final byte[] bytes;
  private final IntFormat format;

  IntReportFields(byte[] bytes, IntFormat format) {
    this.bytes = bytes;
    this.format = format;
  }

  /** Adds the metadata of version 1.0 for its six bits. */
  void version1(List<Field> to, int metadata, int from) {
    int at = from;
    for (int bit = PORTS; bit > 0; bit >>>= 1) {
      if ((metadata & bit) != 0) {
        switch (bit) {
          case PORTS -> interfaces(to, at);
          case HOP_LATENCY -> to.add(word("hopLatencyNs", at));
          case QUEUE -> queue(to, at);
          case EGRESS_TIMESTAMP -> to.add(word("egressTimestampNs", at));
          case DROP -> drop(to, at);
          default -> to.add(word("egressTxUtilization", at));
        }
        at += 4;
      }
    }
  }

  void interfaces(List<Field> to, int at) {
    to.add(part("ingressInterfaceId", at, 16, 16, 1));
    to.add(part("egressInterfaceId", at, 0, 16, 1));
  }

  void queue(List<Field> to, int at) {
    to.add(part("queueId", at, 24, 8, 1));
    to.add(part("queueOccupancyBytes", at, 0, 24, format.queueUnitBytes()));
  }

  /** Adds queue and reason of a drop; the other bits are padding. */
  void drop(List<Field> to, int at) {
    to.add(part("dropQueueId", at, 24, 8, 1));
    to.add(part("dropReason", at, 16, 8, 1));
  }

  Field word(String name, int at) {
    return part(name, at, 0, 32, 1);
  }

  private Field part(String name, int at, int shift, int width, long unit) {
    long ones = (1L << width) - 1;
    long value = (BigEndian.get32(bytes, at) & 0xFFFF_FFFFL) >>> shift & ones;
    return new Field(name, value == ones ? DecodedHeader.UNAVAILABLE : (Object) (value * unit));
  }
}
