package dev.inflight.telemetry;

/** What an operator configures of a trace's node data, the same in all devices, whatever the trace stands in. */
interface IoamSettings {
  /** The largest unit of a field. */
  int LARGEST_UNIT_BYTES = 1 << 16;

  /** The namespace whose traces a node takes part in. */
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

  /** The trace type as a sender writes it. */
  static int requestedType(int traceType, int txBytesBit) {
    return traceType | (txBytesBit < 0 ? 0 : IoamTraceType.mask(txBytesBit));
  }

  /** Words that each node adds to what a sender begins. */
  static int wordsPerHop(int traceType, int txBytesBit) {
    return IoamTraceType.wordsWithoutSchema(requestedType(traceType, txBytesBit));
  }

  /** Checks the ranges. */
  static void check(int namespaceId, int traceType, int txBytesBit, int queueUnitBytes, int txUnitBytes) {
    Ranges.check("namespace ID", namespaceId, 0, 0xFFFF);
    Ranges.check("trace type", traceType, 1, 0xFFFFFF);
    if ((traceType & IoamTraceType.UNDEFINED) != 0) {
      throw new IllegalArgumentException(
          "trace type " + traceType + " has bits that a source has to leave 0: " + (traceType & IoamTraceType.UNDEFINED));
    }
    if (txBytesBit != -1) {
      Ranges.check("bit of the transmitted bytes", txBytesBit, IoamTraceType.FIRST_UNDEFINED, IoamTraceType.LAST_UNDEFINED);
    }
    Ranges.check("unit of queue depth", queueUnitBytes, 1, LARGEST_UNIT_BYTES);
    Ranges.check("unit of transmitted bytes", txUnitBytes, 1, LARGEST_UNIT_BYTES);
  }
}
