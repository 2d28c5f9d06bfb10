package dev.inflight.net.recovery.memory;

import java.util.Arrays;

/**
 * The packets of a flow from the first unacknowledged one to the last one sent, numbered in the order of their bytes. It stores
 * where each starts, and whether it has arrived. They have no gaps between them, and may differ in size.
 */
public final class SentPackets {
  private static final int FIRST_CAPACITY = 16;

  private long[] starts = new long[FIRST_CAPACITY];
  private boolean[] arrived = new boolean[FIRST_CAPACITY];
  private long first;
  private long end;
  private long endByte;

  /** The number of the first packet that is not acknowledged. */
  public long first() {
    return first;
  }

  /** The number of the next new packet. */
  public long end() {
    return end;
  }

  /** The byte after the last packet. */
  public long endByte() {
    return endByte;
  }

  /** Appends a packet. */
  public void add(int bytes) {
    if (end - first == starts.length) {
      grow();
    }
    int slot = slot(end);
    starts[slot] = endByte;
    arrived[slot] = false;
    end++;
    endByte += bytes;
  }

  private void grow() {
    int capacity = starts.length;
    long[] moreStarts = new long[2 * capacity];
    boolean[] moreArrived = new boolean[2 * capacity];
    for (long packet = first; packet < end; packet++) {
      int to = (int) packet & 2 * capacity - 1;
      moreStarts[to] = starts[slot(packet)];
      moreArrived[to] = arrived[slot(packet)];
    }
    starts = moreStarts;
    arrived = moreArrived;
  }

  private int slot(long packet) {
    return (int) packet & starts.length - 1;
  }

  /** Removes the first packet, which is acknowledged. */
  public void removeFirst() {
    first++;
  }

  /** Byte at which a packet starts. */
  public long start(long packet) {
    return starts[slot(packet)];
  }

  /** The byte after a packet. */
  public long end(long packet) {
    return packet + 1 == end ? endByte : starts[slot(packet + 1)];
  }

  /** A packet's bytes. */
  public int bytes(long packet) {
    return (int) (end(packet) - start(packet));
  }

  public boolean hasArrived(long packet) {
    return arrived[slot(packet)];
  }

  public void markArrived(long packet) {
    arrived[slot(packet)] = true;
  }

  @Override
  public String toString() {
    return "packets " + first + " to " + end + ", up to byte " + endByte + ", " + Arrays.toString(starts);
  }
}
