package dev.inflight.net.switching;

import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.pfc.PfcLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A switch's packet memory, accounted by ingress port and priority. Each has reserved memory, a share of the common pool up to a
 * threshold, and headroom for packets in flight when it sends a pause. The port's {@link PfcLimits} have the sizes.
 */
public final class SharedBuffer {
  /** Results of a request for room. */
  static final int DROP = 0;
  static final int KEEP = 1;
  static final int KEEP_AND_PAUSE = 2;

  /** Shift of the pool's free part that gives the limit of the switch's own packets. */
  private static final int OWN_SHIFT = 3;

  // The values of a slot are adjacent, because a packet uses all: its bytes, its bytes in headroom, its pause state, and its
  // limits.
  private static final int WORDS = 4;
  private static final int HEADROOM = 1;
  private static final int PAUSING = 2;
  private static final int LIMITS = 3;

  private final int[] slots;
  /** Distinct limits of ports and priorities. */
  private final PfcLimits[] limits;
  private final long poolBytes;
  private final int ports;
  /**
   * Reserved bytes that every port has, and the pool's free part at which every port has a threshold: packets within both need
   * fewer checks.
   */
  private final int leastReservedBytes;
  private final long leastFreeBytes;
  private long sharedBytes;
  private long ownBytes;
  private long heldBytes;
  private long peakBytes;
  /** Number of slots that pause their sender or use headroom; at 0, most packets need fewer checks. */
  private int troubled;

  /**
   * A buffer with equal limits of all priorities of a port.
   *
   * @param bufferBytes all of it
   * @param portLimits limits of each priority of each port
   * @param priorities number of priorities with reserved memory at each port
   */
  public SharedBuffer(long bufferBytes, List<PfcLimits> portLimits, int priorities) {
    this(bufferBytes - priorities * setAsideBytes(portLimits), ofAllPriorities(portLimits));
  }

  /**
   * A buffer.
   *
   * @param poolBytes memory of the common pool, without reserved memory and headroom, in bytes
   * @param portLimits limits of each port, by priority
   */
  public SharedBuffer(long poolBytes, List<List<PfcLimits>> portLimits) {
    this.poolBytes = poolBytes;
    ports = portLimits.size();
    slots = new int[ports * Packet.PRIORITIES * WORDS];
    var different = new ArrayList<PfcLimits>();
    int reserved = ports == 0 ? 0 : Integer.MAX_VALUE;
    long free = 0;
    for (int port = 0; port < ports; port++) {
      PfcLimits before = null;
      int index = 0;
      for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
        PfcLimits own = portLimits.get(port).get(priority);
        if (own != before) {
          index = different.indexOf(own);
          if (index < 0) {
            index = different.size();
            different.add(own);
          }
          reserved = Math.min(reserved, own.reservedBytes());
          free = Math.max(free, own.leastFreeBytes());
          before = own;
        }
        slots[slot(port, priority) + LIMITS] = index;
      }
    }
    limits = different.toArray(new PfcLimits[0]);
    leastReservedBytes = reserved;
    leastFreeBytes = free;
  }

  private static long setAsideBytes(List<PfcLimits> portLimits) {
    long bytes = 0;
    for (PfcLimits own : portLimits) {
      bytes += own.setAsideBytes();
    }
    return bytes;
  }

  private static List<List<PfcLimits>> ofAllPriorities(List<PfcLimits> portLimits) {
    var byPriority = new ArrayList<List<PfcLimits>>();
    for (PfcLimits own : portLimits) {
      byPriority.add(Collections.nCopies(Packet.PRIORITIES, own));
    }
    return byPriority;
  }

  /** Memory of the common pool, without reserved memory and headroom, in bytes. */
  public long poolBytes() {
    return poolBytes;
  }

  /** The smallest threshold of any port and priority, and limit of the switch's own packets, at an occupancy in bytes. */
  long leastThresholdBytes(long occupiedBytes) {
    long freeBytes = Math.max(0, poolBytes - occupiedBytes);
    long least = freeBytes >> OWN_SHIFT;
    for (PfcLimits own : limits) {
      least = Math.min(least, own.thresholdBytes(freeBytes));
    }
    return least;
  }

  private boolean isPausing(int slot) {
    return slots[slot + PAUSING] != 0;
  }

  private void setPausing(int slot, boolean pausing) {
    slots[slot + PAUSING] = pausing ? 1 : 0;
  }

  private static int sharedPart(int ingress, PfcLimits limit) {
    return Math.max(0, ingress - limit.reservedBytes());
  }

  /** Index of the account of a port's packets of a priority; slots of one priority are adjacent. */
  int slot(int port, int priority) {
    return (priority * ports + port) * WORDS;
  }

  /** Requests room for a packet; KEEP_AND_PAUSE if the sender must stop. */
  int admit(int slot, int size) {
    int bytes = slots[slot] + size;
    if (bytes <= leastReservedBytes && sharedBytes + leastFreeBytes <= poolBytes) {
      slots[slot] = bytes;
      hold(size);
      return KEEP; // no byte of it is shared, and the threshold is above 0
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
   * Requests room for a packet that the switch itself has made. Such packets have a separate account without reserved memory, of
   * up to an eighth of the pool's free part, and cause no pause.
   */
  boolean admitOwn(int size) {
    if (ownBytes + size > poolBytes - sharedBytes >> OWN_SHIFT) {
      return false;
    }
    ownBytes += size;
    sharedBytes += size;
    hold(size);
    return true;
  }

  /** Releases room granted by {@link #admitOwn}. */
  void releaseOwn(int size) {
    ownBytes -= size;
    sharedBytes -= size;
    heldBytes -= size;
  }

  /**
   * Requests room for a packet of a lossy priority: it uses shared room only, and causes no pause.
   *
   * @param queueBytes bytes in its output queue
   * @param alpha limit of the queue as a multiple of the pool's free part
   * @return false when it is dropped
   */
  boolean admitLossy(long queueBytes, int size, double alpha) {
    long freeBytes = poolBytes - sharedBytes;
    if (size > freeBytes || queueBytes > alpha * freeBytes) {
      return false;
    }
    sharedBytes += size;
    hold(size);
    return true;
  }

  /** Releases room granted by {@link #admitLossy}. */
  void releaseLossy(int size) {
    sharedBytes -= size;
    heldBytes -= size;
  }

  private int admitShared(int slot, int size) {
    boolean wasTroubled = isTroubled(slot);
    PfcLimits limit = limits[slots[slot + LIMITS]];
    int reserved = limit.reservedBytes();
    int before = slots[slot];
    int headroom = slots[slot + HEADROOM];
    int bytes = before + size;
    if (bytes <= reserved) {
      slots[slot] = bytes;
    } else {
      long freeBytes = poolBytes - sharedBytes;
      int shared = sharedPart(before, limit);
      long most = Math.min(limit.thresholdBytes(freeBytes), shared + freeBytes); // a threshold may be above the size of the pool
      if (size + headroom > limit.headroomBytes() && size + shared > most) {
        return DROP;
      }
      if (bytes - reserved > most) {
        slots[slot + HEADROOM] = headroom + size;
      } else {
        slots[slot] = bytes;
        sharedBytes += Math.min(size, bytes - reserved);
      }
    }
    hold(size);
    if (!isPausing(slot)
        && (slots[slot + HEADROOM] > 0 || sharedPart(slots[slot], limit) >= limit.thresholdBytes(poolBytes - sharedBytes))) {
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

  /** Releases room; true if a sent pause may end. */
  boolean release(int slot, int size) {
    heldBytes -= size;
    int bytes = slots[slot];
    if (bytes <= leastReservedBytes && troubled == 0) {
      slots[slot] = bytes - size;
      return false;
    }
    return releaseShared(slot, size);
  }

  private boolean releaseShared(int slot, int size) {
    boolean wasTroubled = isTroubled(slot);
    int bytes = slots[slot];
    int fromHeadroom = Math.min(slots[slot + HEADROOM], size);
    PfcLimits limit = limits[slots[slot + LIMITS]];
    int fromShared = Math.min(size - fromHeadroom, sharedPart(bytes, limit));
    slots[slot + HEADROOM] -= fromHeadroom;
    slots[slot] = bytes - (size - fromHeadroom);
    sharedBytes -= fromShared;
    boolean resume = isPausing(slot) && slots[slot + HEADROOM] == 0
        && limit.mayResume(sharedPart(slots[slot], limit), limit.thresholdBytes(poolBytes - sharedBytes));
    if (resume) {
      setPausing(slot, false);
    }
    countTrouble(wasTroubled, slot);
    return resume;
  }

  /** Clears the state of pauses sent through this port, because its cable has failed. */
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

  /** True if this port has paused its peer for this priority. */
  boolean isPausing(int port, int priority) {
    return isPausing(slot(port, priority));
  }
}
