package dev.inflight.telemetry;

/**
 * Result of decoding a header. Decoders accept any bytes, report errors only by this result, and never read outside the given
 * range.
 */
public enum DecodeStatus {
  /** The whole header was read. */
  READ,
  /** The bytes end before the end that the header announces. */
  TRUNCATED,
  /** The bytes contradict each other or their specification. */
  MALFORMED,
  /** The header has a version, type or namespace that this codec does not support. */
  UNSUPPORTED
}
