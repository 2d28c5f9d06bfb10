package dev.inflight.live;

/** What other hosts may do with a {@link Region}. */
public enum Access {
  /** Nothing: it is for operations of this host. */
  LOCAL,
  /** WRITE. */
  WRITE,
  /** READ. */
  READ,
  /** Both. */
  WRITE_AND_READ;

  boolean isWritable() {
    return this == WRITE || this == WRITE_AND_READ;
  }

  boolean isReadable() {
    return this == READ || this == WRITE_AND_READ;
  }
}
