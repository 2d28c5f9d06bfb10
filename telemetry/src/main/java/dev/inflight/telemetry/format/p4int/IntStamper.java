package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.util.UtilizationMeter;

/** Stamper of an INT transit hop: see {@link IntFormat}. It follows the header's instructions and not its own parameters. */
final class IntStamper implements TelemetryCodec.Stamper {
  /** Largest queue that a hop writes; all ones mean an unavailable value. */
  private static final int LARGEST_QUEUE = 0xFFFFFE;
  private static final long LARGEST_LATENCY = 0xFFFFFFFEL;
  private static final int UNAVAILABLE = -1;

  private final int node;
  private final int port;
  private final IntFormat.TimestampUnit timestampUnit;
  private final int queueUnitBytes;
  private final int utilizationScale;
  private final UtilizationMeter meter;

  IntStamper(EgressLink link, IntFormat format, long intervalPs) {
    node = link.node();
    port = link.port() & 0xFFFF;
    timestampUnit = format.timestampUnit();
    queueUnitBytes = format.queueUnitBytes();
    utilizationScale = format.utilizationScale();
    meter = new UtilizationMeter(link.rateBitsPerSec(), intervalPs);
  }

  @Override
  public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
    if (IntHeader.check(bytes, offset, length) != DecodeStatus.READ || IntHeader.bytes(bytes, offset) != length) {
      return 0;
    }
    int first = IntHeader.first(bytes, offset);
    if (IntHeader.remainingHops(first) == 0) {
      IntHeader.first(bytes, offset, first | IntHeader.HOP_COUNT_EXCEEDED);
      return 0;
    }
    int hopWords = IntHeader.hopWords(first);
    if (hopWords == 0) {
      return 0; // no instructions; a hop that pushes no metadata is not counted
    }
    int shim = IntHeader.shim(bytes, offset);
    int growth = 4 * hopWords;
    if (IntHeader.lengthWords(shim) + hopWords > IntHeader.MAX_WORDS || offset + length + growth > limit) {
      IntHeader.first(bytes, offset, first | IntHeader.MTU_EXCEEDED);
      return 0;
    }
    int stack = offset + IntHeader.BYTES;
    System.arraycopy(bytes, stack, bytes, stack + growth, length - IntHeader.BYTES);
    write(bytes, stack, stack + growth, IntHeader.instructions(IntHeader.second(bytes, offset)), snapshot);
    BigEndian.set32(bytes, offset, shim + (hopWords << 16));
    IntHeader.first(bytes, offset, first - 1);
    return growth;
  }

  /** Writes a hop's metadata. Reserved and domain instructions, buffers and level 2 interfaces get all ones: unavailable. */
  private void write(byte[] bytes, int from, int to, int instructions, PortSnapshot snapshot) {
    int at = from;
    if ((instructions & IntHeader.NODE_ID) != 0) {
      BigEndian.set32(bytes, at, node);
      at += 4;
    }
    if ((instructions & IntHeader.INTERFACES) != 0) {
      BigEndian.set32(bytes, at, snapshot.ingressPort << 16 | port);
      at += 4;
    }
    if ((instructions & IntHeader.HOP_LATENCY) != 0) {
      BigEndian.set32(bytes, at, latency(snapshot));
      at += 4;
    }
    if ((instructions & IntHeader.QUEUE) != 0) {
      BigEndian.set32(bytes, at, snapshot.queue << 24 | (int) Math.min(snapshot.queueBytes / queueUnitBytes, LARGEST_QUEUE));
      at += 4;
    }
    if ((instructions & IntHeader.INGRESS_TIMESTAMP) != 0) {
      BigEndian.set64(bytes, at, timestampUnit.fromPs(snapshot.arrivedPs));
      at += 8;
    }
    if ((instructions & IntHeader.EGRESS_TIMESTAMP) != 0) {
      BigEndian.set64(bytes, at, timestampUnit.fromPs(snapshot.nowPs));
      at += 8;
    }
    if ((instructions & IntHeader.LEVEL_2_INTERFACES) != 0) {
      BigEndian.set64(bytes, at, UNAVAILABLE);
      at += 8;
    }
    if ((instructions & IntHeader.TX_UTILIZATION) != 0) {
      BigEndian.set32(bytes, at, (int) (meter.at(snapshot.nowPs, snapshot.sentBytes) * utilizationScale + 0.5));
      at += 4;
    }
    for (; at < to; at += 4) {
      BigEndian.set32(bytes, at, UNAVAILABLE);
    }
  }

  private int latency(PortSnapshot snapshot) {
    return (int) Math.min(timestampUnit.fromPs(snapshot.nowPs) - timestampUnit.fromPs(snapshot.arrivedPs), LARGEST_LATENCY);
  }
}
