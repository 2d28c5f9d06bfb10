package dev.inflight.net.rdma;

import dev.inflight.net.link.header.RdmaHeader;

/** Message headers of a stream's packets, by packet number, from the last packet taken in order on: a ring that grows. */
final class ArrivedHeaders {
  private static final int FIRST_ROOM = 2;

  private RdmaHeader[] ring = headers(FIRST_ROOM);
  private long next;

  private static RdmaHeader[] headers(int room) {
    var made = new RdmaHeader[room];
    for (int n = 0; n < room; n++) {
      made[n] = new RdmaHeader();
    }
    return made;
  }

  /** Stores the header of the packet with this number. */
  void put(long number, RdmaHeader header) {
    while (number - next + 1 >= ring.length) { // one more, for the last one in order
      grow();
    }
    get(number).set(header);
  }

  private void grow() {
    RdmaHeader[] before = ring;
    ring = headers(2 * before.length);
    for (long number = next - 1; number < next - 1 + before.length; number++) {
      ring[(int) number & ring.length - 1] = before[(int) number & before.length - 1];
    }
  }

  /** Header of a packet that has arrived. */
  RdmaHeader get(long number) {
    return ring[(int) number & ring.length - 1];
  }

  /** The number of the first packet that has not been passed. */
  long next() {
    return next;
  }

  /** Passes a packet. */
  void pass() {
    next++;
  }
}
