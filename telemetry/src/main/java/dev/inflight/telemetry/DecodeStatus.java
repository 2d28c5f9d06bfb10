package dev.inflight.telemetry;

/** What became of reading bytes: decoders return it for whatever bytes they are given, and never read outside them. */
public enum DecodeStatus {
  /** Everything was read. */
  READ,
  /** The bytes end before what they announce. */
  TRUNCATED,
  /** The bytes contradict themselves or their specification. */
  MALFORMED,
  /** A version, type or namespace that this codec does not know. */
  UNSUPPORTED
}
