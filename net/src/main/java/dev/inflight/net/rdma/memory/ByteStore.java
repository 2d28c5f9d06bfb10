package dev.inflight.net.rdma.memory;

/** Bytes that messages bring, or are made of. A place in it is an offset from its first byte. */
public interface ByteStore {
  /** Copies bytes out of it. */
  void get(long from, byte[] into, int at, int count);

  /** Copies bytes into it. */
  void put(long to, byte[] from, int at, int count);

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
