package dev.inflight.net.codec.frame;

import dev.inflight.net.link.Flow;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The flows that frames can belong to, found by fields of a frame. Not thread-safe. */
public final class FlowLookup {
  /** Value for a queue pair that matches any: TCP has none, and ports distinguish flows. */
  public static final int ANY_QUEUE_PAIR = 0;

  private static final int FIRST_ROOM = 64;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** An open hash table that is at most half full. */
  private @Nullable Flow[] table = new Flow[FIRST_ROOM];
  private int count;
  private final boolean byPorts;

  /** Makes a lookup of flows by queue pairs. */
  public FlowLookup() {
    this(false);
  }

  /**
   * Makes a lookup without flows yet.
   *
   * @param byPorts true if flows, such as those of TCP, may be found without queue pairs; many between the same ports make this
   *     slow
   */
  public FlowLookup(boolean byPorts) {
    this.byPorts = byPorts;
  }

  /** Adds a flow, if it is not there yet. */
  public void add(Flow flow) {
    int at = place(flow.queuePair(), flow.source(), flow.destination(), flow.sourcePort() & 0xFFFF);
    if (table[at] != null) {
      return;
    }
    if (2 * ++count > table.length) {
      Flow[] before = Arrays.copyOf(table, table.length);
      table = new Flow[2 * before.length];
      count = 0;
      for (Flow each : before) {
        if (each != null) {
          add(each);
        }
      }
      add(flow);
      return;
    }
    table[at] = flow;
  }

  /** Removes a flow, if present: its frames then belong to no flow. */
  public void remove(Flow flow) {
    int mask = table.length - 1;
    int hole = place(flow.queuePair(), flow.source(), flow.destination(), flow.sourcePort() & 0xFFFF);
    if (table[hole] != flow) {
      return;
    }
    table[hole] = null;
    count--;
    int at = hole + 1 & mask;
    for (Flow next = table[at]; next != null; next = table[at]) { // entries behind it move up if they are still found there
      int home = home(next.queuePair(), next.source(), next.destination(), next.sourcePort() & 0xFFFF);
      if ((at - home & mask) >= (at - hole & mask)) {
        table[hole] = next;
        table[at] = null;
        hole = at;
      }
      at = at + 1 & mask;
    }
  }

  /**
   * The flow with this queue pair between these two nodes, or none.
   *
   * @param queuePair its number, or {@link #ANY_QUEUE_PAIR} where flows are found by ports
   * @param source the node that sends data
   * @param destination the node that receives data
   * @param sourcePort source port of its data
   */
  public @Nullable Flow find(int queuePair, int source, int destination, int sourcePort) {
    return table[place(queuePair, source, destination, sourcePort)];
  }

  private int place(int queuePair, int source, int destination, int sourcePort) {
    int mask = table.length - 1;
    int at = home(queuePair, source, destination, sourcePort);
    for (Flow flow = table[at]; flow != null; flow = table[at]) {
      if (flow.source() == source && flow.destination() == destination && (flow.sourcePort() & 0xFFFF) == sourcePort
          && (flow.queuePair() == queuePair || queuePair == ANY_QUEUE_PAIR)) {
        break;
      }
      at = at + 1 & mask;
    }
    return at;
  }

  private int home(int queuePair, int source, int destination, int sourcePort) {
    long mixed = ((long) source << 16 ^ destination ^ (long) sourcePort << 40 ^ (byPorts ? 0 : (long) queuePair << 20)) * SPREAD;
    return (int) (mixed >>> 32) & table.length - 1;
  }

  /** Number of flows. */
  public int count() {
    return count;
  }
}
