package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.NetworkFormat;
import dev.inflight.telemetry.util.Check;

/** What an operator configures of a trace's node data, the same in all devices, whatever the trace is in. */
interface IoamSettings extends NetworkFormat {
  /** The largest unit of a field. */
  int LARGEST_UNIT_BYTES = 1 << 16;
  /** Bits 0 and 8: node, short and wide. */
  int ANY_NODE = 0x808000;
  /** Bits 1 and 9: interfaces, short and wide. */
  int ANY_INTERFACES = 0x404000;
  /** Bit 6. */
  int QUEUE_DEPTH = 0x020000;
  /** Bit 4. */
  int TRANSIT_DELAY = 0x080000;

  /** The namespace of the traces in which a node takes part. */
  int namespaceId();

  /** The trace type that a sender asks for, without {@link #txBytesBit}. */
  int traceType();

  /** The bit of the transmitted bytes, -1 for none. */
  int txBytesBit();

  /** What the fraction of a time stamp counts. */
  IoamTimestampFormat timestamps();

  /** The unit of queue depth. */
  int queueUnitBytes();

  /** The unit of transmitted bytes. */
  int txUnitBytes();

  /** Nodes that a sender lets write; 0 for as many as the network's paths have. */
  int hops();

  /** The trace type as a sender writes it. */
  static int requestedType(int traceType, int txBytesBit) {
    return traceType | (txBytesBit < 0 ? 0 : IoamTraceType.mask(txBytesBit));
  }

  /** Words that each node adds to what a sender starts. */
  static int wordsPerHop(int traceType, int txBytesBit) {
    return IoamTraceType.wordsWithoutSchema(requestedType(traceType, txBytesBit));
  }

  /** Words that so many nodes add to what a sender starts. */
  default int words(int nodes) {
    return nodes * wordsPerHop(traceType(), txBytesBit());
  }

  /** The header of a trace that no node has written to. */
  default long emptyTrace(int mostHops) {
    return IoamTrace.header(namespaceId(), requestedType(traceType(), txBytesBit()), words(mostHops));
  }

  /** The trace type with the packet's delay instead of the queue. */
  default int sojournType() {
    return traceType() & ~QUEUE_DEPTH | TRANSIT_DELAY;
  }

  /** A trace can be measured that has node, egress interface, queue depth or transit delay, and transmitted bytes. */
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
          "trace type 0x" + Integer.toHexString(traceType) + " has bits that a source has to leave 0: 0x"
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
