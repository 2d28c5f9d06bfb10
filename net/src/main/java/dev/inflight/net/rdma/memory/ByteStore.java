package dev.inflight.net.rdma.memory;

/** Bytes that messages bring, or are made of. A place in it is an offset from its first byte. */
public interface ByteStore {
  /**
   * Copies bytes out of it.
   *
   * @return false when the memory cannot be reached any more; what is in the array then means nothing
   */
  boolean get(long from, byte[] into, int at, int count);

  /**
   * Copies bytes into it.
   *
   * @return false when the memory cannot be reached any more; none, or some of the bytes, are there then
   */
  boolean put(long to, byte[] from, int at, int count);

  /** Whether requests of other hosts are refused from now on, as it was taken back, or cannot be reached any more. */
  default boolean isTakenBack() {
    return false;
  }

  /** A READ of another host is answered from it, until {@link #answered} says that this is over. */
  default void answering() {
  }

  /** One of those answers is not sent any more. */
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
