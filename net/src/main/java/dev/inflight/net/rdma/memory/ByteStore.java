package dev.inflight.net.rdma.memory;

/** Bytes that messages send or receive. A place in it is an offset from its first byte. */
public interface ByteStore {
  /**
   * Copies bytes out of it.
   *
   * @return false if the memory is inaccessible; the array's content is then undefined
   */
  boolean get(long from, byte[] into, int at, int count);

  /**
   * Copies bytes into it.
   *
   * @return false if the memory is inaccessible; it may then hold some of the bytes
   */
  boolean put(long to, byte[] from, int at, int count);

  /** True if requests of other hosts are refused from now on: the memory is revoked or inaccessible. */
  default boolean isTakenBack() {
    return false;
  }

  /** Called when an answer to another host's READ from this memory starts; {@link #answered} ends it. */
  default void answering() {
  }

  /** Called when no packet of such an answer will be sent again. */
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
