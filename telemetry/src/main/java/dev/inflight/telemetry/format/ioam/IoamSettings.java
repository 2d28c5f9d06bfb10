package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.NetworkFormat;
import dev.inflight.telemetry.util.Check;

/** Settings of a trace's node data, the same in all devices and for every carrier of the trace. */
interface IoamSettings extends NetworkFormat {
  /** Largest unit of a field. */
  int LARGEST_UNIT_BYTES = 1 << 16;
  /** Bits 0 and 8: node, short and wide. */
  int ANY_NODE = 0x808000;
  /** Bits 1 and 9: interfaces, short and wide. */
  int ANY_INTERFACES = 0x404000;
  /** Bit 6. */
  int QUEUE_DEPTH = 0x020000;
  /** Bit 4. */
  int TRANSIT_DELAY = 0x080000;

  /** Namespace of the traces in which a node takes part. */
  int namespaceId();

  /** Trace type that a sender requests, without {@link #txBytesBit}. */
  int traceType();

  /** Bit of the transmitted bytes; -1 for none. */
  int txBytesBit();

  /** Unit of a time stamp's fraction. */
  IoamTimestampFormat timestamps();

  /** Unit of queue depth, in bytes. */
  int queueUnitBytes();

  /** Unit of transmitted bytes, in bytes. */
  int txUnitBytes();

  /** Nodes that a sender allows to write; 0 for as many as the network's paths have. */
  int hops();

  /** Trace type as a sender writes it. */
  static int requestedType(int traceType, int txBytesBit) {
    return traceType | (txBytesBit < 0 ? 0 : IoamTraceType.mask(txBytesBit));
  }

  /** Words that each node adds to a sender's trace. */
  static int wordsPerHop(int traceType, int txBytesBit) {
    return IoamTraceType.wordsWithoutSchema(requestedType(traceType, txBytesBit));
  }

  /** Words that {@code nodes} nodes add to a sender's trace. */
  default int words(int nodes) {
    return nodes * wordsPerHop(traceType(), txBytesBit());
  }

  /** Header of a trace without node data. */
  default long emptyTrace(int mostHops) {
    return IoamTrace.header(namespaceId(), requestedType(traceType(), txBytesBit()), words(mostHops));
  }

  /** Trace type with the packet's delay instead of the queue. */
  default int sojournType() {
    return traceType() & ~QUEUE_DEPTH | TRANSIT_DELAY;
  }

  /** True for a trace with node, egress interface, queue depth or transit delay, and transmitted bytes. */
  @Override
  default boolean isMeasurable() {
    return (traceType() & ANY_NODE) != 0 && (traceType() & ANY_INTERFACES) != 0
        && (traceType() & (QUEUE_DEPTH | TRANSIT_DELAY)) != 0 && txBytesBit() >= 0;
  }

  /** Checks the ranges. */
  static void check(int namespaceId, int traceType, int txBytesBit, int queueUnitBytes, int txUnitBytes) {
    Check.check("namespace ID", namespaceId, 0, 0xFFFF);
    Check.check("trace type", traceType, 1, 0xFFFFFF);
    if ((traceType & IoamTraceType.UNDEFINED) != 0) {
      throw new IllegalArgumentException(
          "trace type 0x" + Integer.toHexString(traceType) + " sets bits that a source must leave 0: 0x"
              + Integer.toHexString(traceType & IoamTraceType.UNDEFINED)
              + "; transmitted bytes are asked for by their bit alone");
    }
    if (txBytesBit != -1) {
      Check.check("bit of the transmitted bytes", txBytesBit, IoamTraceType.FIRST_UNDEFINED, IoamTraceType.LAST_UNDEFINED);
    }
    Check.check("unit of queue depth", queueUnitBytes, 1, LARGEST_UNIT_BYTES);
    Check.check("unit of transmitted bytes", txUnitBytes, 1, LARGEST_UNIT_BYTES);
  }
}
