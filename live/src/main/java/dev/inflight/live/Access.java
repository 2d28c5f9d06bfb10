package dev.inflight.live;

/** Operations of other hosts that a {@link Region} permits. */
public enum Access {
  /** None: only operations of this host. */
  LOCAL,
  /** WRITE. */
  WRITE,
  /** READ. */
  READ,
  /** WRITE and READ. */
  WRITE_AND_READ;

  boolean isWritable() {
    return this == WRITE || this == WRITE_AND_READ;
  }

  boolean isReadable() {
    return this == READ || this == WRITE_AND_READ;
  }
}
