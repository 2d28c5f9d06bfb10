package dev.inflight.net.switching;

import dev.inflight.net.link.Packet;

/**
 * A switch's packet memory, accounted by where packets came in: for each ingress port and priority a reserved part, then a share
 * of the common pool up to a dynamic threshold, then headroom for what is still on its way after a pause was sent.
 *
 * <p>The threshold is the free part of the pool divided by a power of two: 1/8 at the slowest NIC's rate (HPCC §5.1: PFC at about 11 %
 * of the free buffer), twice that for each doubling of the rate.
 */
public final class SharedBuffer {
  /** What becomes of a packet that asks for room. */
  static final int DROP = 0;
  static final int KEEP = 1;
  static final int KEEP_AND_PAUSE = 2;

  /** Bytes reserved for each port and priority. */
  static final int RESERVED_BYTES = 4096;
  /** A pause ends when the shared use is this far below the threshold. */
  private static final int RESUME_OFFSET_BYTES = 3072;
  private static final int LARGEST_SHIFT = 3;

  // What is known of a slot stands together, because a packet asks for all of it: its bytes, those of them in headroom, and more of each port.
  private static final int WORDS = 4;
  private static final int HEADROOM = 1;
  private static final int HEADROOM_LIMIT = 2;
  private static final int FLAGS = 3;
  private static final int PAUSING = 1;
  private static final int SHIFT_BIT = 1; // in the flags, from this bit on: halvings of the free pool

  private final int[] slots;
  private final long poolBytes;
  private final int ports;
  private long sharedBytes;
  private long ownBytes;
  private long heldBytes;
  private long peakBytes;
  /** Slots that pause their sender or use headroom; while there are none, most packets take a short way. */
  private int troubled;

  /**
   * A buffer.
   *
   * @param bufferBytes all of it
   * @param headroomLimitBytes headroom of each port and priority
   * @param priorities how many priorities it sets memory aside for at each port
   * @param rateBitsPerSec rate of each port
   * @param nicRateBitsPerSec rate at which the threshold is 1/8 of the free pool
   */
  public SharedBuffer(long bufferBytes, int[] headroomLimitBytes, int priorities, long[] rateBitsPerSec, long nicRateBitsPerSec) {
    ports = rateBitsPerSec.length;
    slots = new int[ports * Packet.PRIORITIES * WORDS];
    long pool = bufferBytes;
    for (int port = 0; port < ports; port++) {
      pool -= (long) priorities * (headroomLimitBytes[port] + RESERVED_BYTES);
      int halvings = LARGEST_SHIFT;
      for (long rate = rateBitsPerSec[port]; rate > nicRateBitsPerSec && halvings > 0; rate /= 2) {
        halvings--;
      }
      for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
        slots[slot(port, priority) + HEADROOM_LIMIT] = headroomLimitBytes[port];
        slots[slot(port, priority) + FLAGS] = halvings << SHIFT_BIT;
      }
    }
    poolBytes = pool;
  }

  /** What is left to share when every port and priority has its own parts. */
  public long poolBytes() {
    return poolBytes;
  }

  private long thresholdBytes(int slot) {
    return poolBytes - sharedBytes >> (slots[slot + FLAGS] >> SHIFT_BIT);
  }

  private boolean isPausing(int slot) {
    return (slots[slot + FLAGS] & PAUSING) != 0;
  }

  private void setPausing(int slot, boolean pausing) {
    slots[slot + FLAGS] = slots[slot + FLAGS] & ~PAUSING | (pausing ? PAUSING : 0);
  }

  private static int sharedPart(int ingress) {
    return Math.max(0, ingress - RESERVED_BYTES);
  }

  /** Where a port's packets of a priority are accounted; slots of one priority stand together. */
  int slot(int port, int priority) {
    return (priority * ports + port) * WORDS;
  }

  /** Asks for room; KEEP_AND_PAUSE when the sender at the other end has to stop. */
  int admit(int slot, int size) {
    int bytes = slots[slot] + size;
    if (bytes <= RESERVED_BYTES && sharedBytes + (1 << LARGEST_SHIFT) <= poolBytes) {
      slots[slot] = bytes;
      hold(size);
      return KEEP; // nothing of it is shared, and the threshold is above 0
    }
    return admitShared(slot, size);
  }

  private void hold(int size) {
    heldBytes += size;
    if (heldBytes > peakBytes) {
      peakBytes = heldBytes;
    }
  }

  /**
   * Asks for room for what the switch itself has made, which has an account of its own: nothing is set aside for it, it takes its share of
   * the pool up to the smallest threshold, and it pauses nobody.
   */
  boolean admitOwn(int size) {
    if (ownBytes + size > poolBytes - sharedBytes >> LARGEST_SHIFT) {
      return false;
    }
    ownBytes += size;
    sharedBytes += size;
    hold(size);
    return true;
  }

  /** Gives room back that {@link #admitOwn} gave. */
  void releaseOwn(int size) {
    ownBytes -= size;
    sharedBytes -= size;
    heldBytes -= size;
  }

  private int admitShared(int slot, int size) {
    boolean wasTroubled = isTroubled(slot);
    int before = slots[slot];
    int headroom = slots[slot + HEADROOM];
    int bytes = before + size;
    if (bytes <= RESERVED_BYTES) {
      slots[slot] = bytes;
    } else {
      long threshold = thresholdBytes(slot);
      if (size + headroom > slots[slot + HEADROOM_LIMIT] && size + sharedPart(before) > threshold) {
        return DROP;
      }
      if (bytes - RESERVED_BYTES > threshold) {
        slots[slot + HEADROOM] = headroom + size;
      } else {
        slots[slot] = bytes;
        sharedBytes += Math.min(size, bytes - RESERVED_BYTES);
      }
    }
    hold(size);
    if (!isPausing(slot) && (slots[slot + HEADROOM] > 0 || sharedPart(slots[slot]) >= thresholdBytes(slot))) {
      setPausing(slot, true);
      countTrouble(wasTroubled, slot);
      return KEEP_AND_PAUSE;
    }
    countTrouble(wasTroubled, slot);
    return KEEP;
  }

  private boolean isTroubled(int slot) {
    return isPausing(slot) || slots[slot + HEADROOM] > 0;
  }

  private void countTrouble(boolean before, int slot) {
    troubled += (isTroubled(slot) ? 1 : 0) - (before ? 1 : 0);
  }

  /** Gives room back; true when a pause that was sent may end. */
  boolean release(int slot, int size) {
    heldBytes -= size;
    int bytes = slots[slot];
    if (bytes <= RESERVED_BYTES && troubled == 0) {
      slots[slot] = bytes - size;
      return false;
    }
    return releaseShared(slot, size);
  }

  private boolean releaseShared(int slot, int size) {
    boolean wasTroubled = isTroubled(slot);
    int bytes = slots[slot];
    int fromHeadroom = Math.min(slots[slot + HEADROOM], size);
    int fromShared = Math.min(size - fromHeadroom, sharedPart(bytes));
    slots[slot + HEADROOM] -= fromHeadroom;
    slots[slot] = bytes - (size - fromHeadroom);
    sharedBytes -= fromShared;
    int shared = sharedPart(slots[slot]);
    boolean resume = isPausing(slot) && slots[slot + HEADROOM] == 0
        && (shared == 0 || shared + RESUME_OFFSET_BYTES <= thresholdBytes(slot));
    if (resume) {
      setPausing(slot, false);
    }
    countTrouble(wasTroubled, slot);
    return resume;
  }

  /** Forgets that pauses were sent through this port: its cable has failed. */
  void forgetPauses(int port) {
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      int slot = slot(port, priority);
      boolean wasTroubled = isTroubled(slot);
      setPausing(slot, false);
      countTrouble(wasTroubled, slot);
    }
  }

  /** Bytes held now. */
  long heldBytes() {
    return heldBytes;
  }

  /** The most bytes held at once so far. */
  long peakBytes() {
    return peakBytes;
  }

  /** Whether this port has paused its peer for this priority. */
  boolean isPausing(int port, int priority) {
    return isPausing(slot(port, priority));
  }
}
