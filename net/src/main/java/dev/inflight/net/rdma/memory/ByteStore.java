package dev.inflight.net.rdma.memory;

/** Bytes that messages bring, or are made of. A place in it is an offset from its first byte. */
public interface ByteStore {
  /**
   * Copies bytes out of it.
   *
   * @return false if the memory cannot be accessed any more; the array's content is then undefined
   */
  boolean get(long from, byte[] into, int at, int count);

  /**
   * Copies bytes into it.
   *
   * @return false when the memory cannot be reached any more; none, or some of the bytes, are there then
   */
  boolean put(long to, byte[] from, int at, int count);

  /** True if requests of other hosts are refused from now on, as the memory was revoked, or cannot be accessed any more. */
  default boolean isTakenBack() {
    return false;
  }

  /** Called when an answer to another host's READ from this memory starts; {@link #answered} ends it. */
  default void answering() {
  }

  /** Called when one of those answers is not sent any more. */
  default void answered() {
  }

  /** A store over an array. */
  static ByteStore of(byte[] bytes) {
    return new ByteStore() {
      @Override
      public boolean get(long from, byte[] into, int at, int count) {
        System.arraycopy(bytes, Math.toIntExact(from), into, at, count);
        return true;
      }

      @Override
      public boolean put(long to, byte[] from, int at, int count) {
        System.arraycopy(from, at, bytes, Math.toIntExact(to), count);
        return true;
      }
    };
  }
}
