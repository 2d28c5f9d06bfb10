package dev.inflight.net.rdma.memory;

/** Bytes that messages bring, or are made of. A place in it is an offset from its first byte. */
public interface ByteStore {
  /** Copies bytes out of it. */
  void get(long from, byte[] into, int at, int count);

  /** Copies bytes into it. */
  void put(long to, byte[] from, int at, int count);

  /** Whether it is to be reached no more: what would go there is refused. */
  default boolean isTakenBack() {
    return false;
  }

  /** A READ of another host is answered from it, until {@link #answered} says that this is over. */
  default void answering() {
  }

  /** One of those answers is not sent any more. */
  default void answered() {
  }

  /** A store whose bytes are those of an array. */
  static ByteStore of(byte[] bytes) {
    return new ByteStore() {
      @Override
      public void get(long from, byte[] into, int at, int count) {
        System.arraycopy(bytes, Math.toIntExact(from), into, at, count);
      }

      @Override
      public void put(long to, byte[] from, int at, int count) {
        System.arraycopy(from, at, bytes, Math.toIntExact(to), count);
      }
    };
  }
}
