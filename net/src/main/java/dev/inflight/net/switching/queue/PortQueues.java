package dev.inflight.net.switching.queue;

import dev.inflight.net.event.Event;
import dev.inflight.net.link.Packet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a switch's port, one per priority, and the choice of the next one. Queue 0 has the link's own control frames and
 * precedes all others; subclasses decide the order among queues 1 to 7.
 */
public abstract class PortQueues {
  /** Number of queues. */
  public static final int COUNT = Packet.PRIORITIES;

  /** Head of queue q at 2q, tail at 2q+1. */
  private final @Nullable Packet[] ends = new Packet[2 * COUNT];
  private final int @Nullable [] queueBytes; // by queue, where they are counted
  private int controlBytes;
  private int waiting; // a bit for each queue that is not empty
  private int waitingBytes;

  /**
   * Empty queues.
   *
   * @param counted true if {@link #queueBytes} will be called
   */
  protected PortQueues(boolean counted) {
    queueBytes = counted ? new int[COUNT] : null;
  }

  /**
   * Returns the queue to serve next; its first packet leaves at once.
   *
   * @param ready a bit for each queue that holds a packet and is not paused, from bit 1 on; never 0
   */
  public abstract int choose(int ready);

  /**
   * Reports whether a packet may bypass its queue when all queues are empty.
   *
   * @param queue the packet's
   * @return false if {@link #choose} must find the packet in its queue
   */
  public boolean passes(int queue) {
    return false;
  }

  /** Bytes of the first packet of a queue that is not empty. */
  @SuppressWarnings("NullAway") // called for a queue that is ready
  protected final int firstBytes(int queue) {
    return ends[2 * queue].sizeBytes;
  }

  /** True if a queue that is not empty has one packet only. */
  protected final boolean holdsOne(int queue) {
    return ends[2 * queue] == ends[2 * queue + 1];
  }

  /** The queues that hold a packet and are not paused, a bit each. The link's own control frames cannot be paused. */
  public final int ready(int pausedPriorities) {
    return waiting & ~(pausedPriorities & ~1);
  }

  public final boolean isEmpty() {
    return waiting == 0;
  }

  /** True if a queue is not empty. */
  public final boolean holds(int queue) {
    return (waiting >>> queue & 1) != 0;
  }

  /** The first queue that is not empty, of which there must be one. */
  public final int firstWaiting() {
    return Integer.numberOfTrailingZeros(waiting);
  }

  /** Adds a packet at the end of its queue. */
  public final void enqueue(Packet packet, int queue) {
    packet.next = null;
    Packet tail = ends[2 * queue + 1];
    if (tail == null) {
      ends[2 * queue] = packet;
      waiting |= 1 << queue;
    } else {
      tail.next = packet;
    }
    ends[2 * queue + 1] = packet;
    count(queue, packet.sizeBytes);
  }

  /** Removes and returns the first packet of a nonempty queue. */
  @SuppressWarnings("NullAway") // only called for a queue that holds a packet
  public final Packet dequeue(int queue) {
    Packet packet = ends[2 * queue];
    Packet after = (Packet) packet.next;
    ends[2 * queue] = after;
    if (after == null) {
      ends[2 * queue + 1] = null;
      waiting &= ~(1 << queue);
    }
    packet.next = null;
    count(queue, -packet.sizeBytes);
    return packet;
  }

  private void count(int queue, int bytes) {
    waitingBytes += bytes;
    if (queue == 0) {
      controlBytes += bytes;
    } else if (queueBytes != null) {
      queueBytes[queue] += bytes;
    }
  }

  /** Bytes that wait in one queue, if they are counted. */
  @SuppressWarnings("NullAway") // callers require counted bytes
  public final int queueBytes(int queue) {
    return queueBytes[queue];
  }

  /** Bytes that wait in all queues. */
  public final int waitingBytes() {
    return waitingBytes;
  }

  /** Bytes of the link's own control frames among them. */
  public final int controlBytes() {
    return controlBytes;
  }

  /** Adds all packets to a list, queue by queue. */
  public final void collect(List<Packet> into) {
    for (int queue = 0; queue < COUNT; queue++) {
      for (Event packet = ends[2 * queue]; packet != null; packet = packet.next) {
        into.add((Packet) packet);
      }
    }
  }
}
