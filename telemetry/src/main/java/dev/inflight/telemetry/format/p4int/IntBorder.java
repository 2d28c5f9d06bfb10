package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.BigEndian;

/**
 * Stamper of a port that leads out of the operator's network: it adds its own record, and makes all records relative that are not
 * yet (draft-miao-rtgwg-hpccplus §9.1: only convey the relative ratio).
 *
 * <p>In a relative record, Node ID is the number of the hop on the path, from 1; the egress interface is 1, the ingress interface
 * and the queue 0; queue occupancy is in units of 2^-16 of B * T, B being the link's rate and T the network's base RTT, rounded
 * to the nearest; the utilization is the one that the hop has written. All other fields are unavailable. The Domain Specific ID
 * marks a header with relative records, and DS Flags is their number: they belong to the first hops of the path, because each
 * network on the path adds its records behind the earlier ones.
 *
 * <p>Readers may use any rate for B, because U depends on ratios only.
 */
final class IntBorder implements TelemetryCodec.Stamper {
  /** Unit of a relative queue: this many parts of B * T. */
  static final int QUEUE_UNITS = 1 << 16;
  /** Placeholder for B in relative records, in bit/s; any rate gives the same U. */
  static final long UNIT_RATE = 100_000_000_000L;

  private static final int QUEUE_MASK = 0xFFFFFF;
  private static final int EGRESS_PORT_MASK = 0xFFFF;
  private static final int UNAVAILABLE = -1;
  private static final int ONE_INTERFACE = 1;

  private final IntStamper own;
  private final int queueUnitBytes;
  private final NetworkFacts network;

  IntBorder(IntStamper own, int queueUnitBytes, NetworkFacts network) {
    this.own = own;
    this.queueUnitBytes = queueUnitBytes;
    this.network = network;
  }

  @Override
  public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
    int growth = own.stamp(bytes, offset, length, limit, snapshot);
    if (IntHeader.check(bytes, offset, length + growth) == DecodeStatus.READ) {
      makeRelative(bytes, offset);
    }
    return growth;
  }

  private void makeRelative(byte[] bytes, int offset) {
    int hops = IntHeader.hops(bytes, offset);
    int hopBytes = 4 * IntHeader.hopWords(IntHeader.first(bytes, offset));
    int instructions = IntHeader.instructions(IntHeader.second(bytes, offset));
    int at = offset + IntHeader.BYTES; // the last hop comes first
    for (int hop = hops; hop > IntHeader.relativeHops(bytes, offset); hop--) {
      makeRelative(bytes, at, at + hopBytes, instructions, hop);
      at += hopBytes;
    }
    IntHeader.relativeHops(bytes, offset, hops);
  }

  private void makeRelative(byte[] bytes, int block, int end, int instructions, int hop) {
    int nodeAt = IntHeader.position(instructions, IntHeader.NODE_ID);
    int portsAt = IntHeader.position(instructions, IntHeader.INTERFACES);
    int queueAt = IntHeader.position(instructions, IntHeader.QUEUE);
    int utilizationAt = IntHeader.position(instructions, IntHeader.TX_UTILIZATION);
    long rate = nodeAt < 0 || portsAt < 0
        ? 0
        : rate(BigEndian.get32(bytes, block + nodeAt), BigEndian.get32(bytes, block + portsAt));
    int queue = queueAt < 0 ? QUEUE_MASK : BigEndian.get32(bytes, block + queueAt) & QUEUE_MASK;
    int utilization = utilizationAt < 0 ? UNAVAILABLE : BigEndian.get32(bytes, block + utilizationAt);
    for (int at = block; at < end; at += 4) {
      BigEndian.set32(bytes, at, UNAVAILABLE);
    }
    set(bytes, block, nodeAt, hop);
    set(bytes, block, portsAt, ONE_INTERFACE);
    set(bytes, block, queueAt, rate == 0 || queue == QUEUE_MASK ? QUEUE_MASK : units(queue, rate));
    set(bytes, block, utilizationAt, utilization);
  }

  private static void set(byte[] bytes, int block, int position, int value) {
    if (position >= 0) {
      BigEndian.set32(bytes, block + position, value);
    }
  }

  private long rate(int node, int ports) {
    int port = ports & EGRESS_PORT_MASK;
    return node == UNAVAILABLE || port == EGRESS_PORT_MASK ? 0 : network.links().rateBitsPerSec(node & 0xFFFFFFFFL, port);
  }

  private int units(int queue, long rateBitsPerSec) {
    double bdpBytes = rateBitsPerSec / 8e12 * network.baseRttPs();
    return (int) Math.min((double) queue * queueUnitBytes / bdpBytes * QUEUE_UNITS + 0.5, QUEUE_MASK - 1);
  }
}
