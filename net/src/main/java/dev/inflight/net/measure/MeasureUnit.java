package dev.inflight.net.measure;

/** What a measured number is a number of. Results convert it when they write it. */
public enum MeasureUnit {
  /** Packets, frames, times that something happened. */
  COUNT, BYTES, PICOSECONDS, BITS_PER_SEC,
  /** Picoseconds of the simulated time, which results write as a share of it. */
  SHARE_OF_TIME,
  /** Picoseconds of the bulk time, which results write as a share of it. */
  SHARE_OF_BULK_TIME
}
