package dev.inflight.lab.graph.chakra;

import java.util.Arrays;

/**
 * Operation at the end of each node of a rank, by the node's id. Small ids take little more than 4 bytes, others at most 24: the
 * memory grows with the number of nodes, whatever their ids are.
 */
final class NodeIds {
  static final int NONE = -1;

  private static final int FIRST = 1024;
  /** Limit of small ids, as a multiple of the number of nodes. */
  private static final int SPREAD = 4;

  /** Operations by id, plus one; 0: none. */
  private int[] small = new int[FIRST];
  private long[] keys = new long[FIRST];
  private int[] large = new int[FIRST];
  private int largeCount;
  private int count;

  /** Returns whether the id was free. */
  boolean add(long id, int operation) {
    if (find(id) != NONE) {
      return false;
    }
    count++;
    if (id >= 0 && id < Math.min(Integer.MAX_VALUE - 8, (long) SPREAD * count + FIRST)) {
      if (id >= small.length) {
        small = Arrays.copyOf(small, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(id + 1, small.length * 3L / 2)));
      }
      small[(int) id] = operation + 1;
      return true;
    }
    if (2 * largeCount >= keys.length) {
      grow();
    }
    put(id, operation + 1);
    return true;
  }

  /** Returns the operation, or {@link #NONE}. */
  int find(long id) {
    if (id >= 0 && id < small.length && small[(int) id] != 0) {
      return small[(int) id] - 1;
    }
    return large[slot(id)] - 1;
  }

  private void put(long id, int written) {
    int slot = slot(id);
    keys[slot] = id;
    large[slot] = written;
    largeCount++;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] old = large;
    keys = new long[2 * oldKeys.length];
    large = new int[keys.length];
    largeCount = 0;
    for (int at = 0; at < old.length; at++) {
      if (old[at] != 0) {
        put(oldKeys[at], old[at]);
      }
    }
  }

  private int slot(long id) {
    int mask = keys.length - 1;
    long mixed = (id ^ id >>> 32) * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed ^ mixed >>> 29 ^ mixed >>> 47) & mask;
    while (large[slot] != 0 && keys[slot] != id) {
      slot = slot + 1 & mask;
    }
    return slot;
  }
}
