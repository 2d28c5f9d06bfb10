package dev.inflight.net.switching;

import java.util.Arrays;

/** Ports with queues long enough for a monitor, which then need not visit idle ports. */
public final class LongQueues {
  /** Queues shorter than this fall into a monitor's first bin, as empty ones do. */
  public static final int WATCH_BYTES = 1000;

  private SwitchPort[] ports = new SwitchPort[16];
  private int count;

  void add(SwitchPort port) {
    if (count == ports.length) {
      ports = Arrays.copyOf(ports, 2 * count);
    }
    ports[count++] = port;
  }

  /** The number of watched ports. */
  public int count() {
    return count;
  }

  /** A watched port. */
  public SwitchPort port(int position) {
    return ports[position];
  }

  /** Removes a port with a queue that has become short; the last one takes its position. */
  public void drop(int position) {
    ports[position].unwatch();
    ports[position] = ports[--count];
  }
}
