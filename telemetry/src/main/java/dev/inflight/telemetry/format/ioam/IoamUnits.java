package dev.inflight.telemetry.format.ioam;

import org.jspecify.annotations.Nullable;

/**
 * What the fields of a namespace count, which its packets do not say.
 *
 * @param timestamps what the fraction of a time stamp counts; null: unknown
 * @param queueUnitBytes the unit of queue depth; 0: unknown
 * @param txBytesBit the bit of the transmitted bytes; -1 for none
 * @param txUnitBytes their unit
 */
record IoamUnits(@Nullable IoamTimestampFormat timestamps, long queueUnitBytes, int txBytesBit, long txUnitBytes) {
  /** Of a namespace of which nothing is known. */
  static final IoamUnits UNKNOWN = new IoamUnits(null, 0, -1, 0);

  static IoamUnits of(IoamSettings settings) {
    return new IoamUnits(settings.timestamps(), settings.queueUnitBytes(), settings.txBytesBit(), settings.txUnitBytes());
  }
}
