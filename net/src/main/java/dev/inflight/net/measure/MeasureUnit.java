package dev.inflight.net.measure;

/** Unit of a measured number. Results convert it when they write it. */
public enum MeasureUnit {
  /** Packets, frames, or occurrences of an event. */
  COUNT, BYTES, PICOSECONDS, BITS_PER_SEC,
  /** Bytes, or {@link Long#MAX_VALUE} for a missing bound, which tables leave out. */
  BYTES_OR_NONE,
  /** Picoseconds of the simulated time, which results write as a share of it. */
  SHARE_OF_TIME,
  /** Picoseconds of the bulk time, which results write as a share of it. */
  SHARE_OF_BULK_TIME
}
