package dev.inflight.net.switching;

import java.util.Arrays;

/** The ports whose queues are long enough to be worth a monitor's look, so that it need not walk the idle ones. */
public final class LongQueues {
  /** Queues shorter than this fall into a monitor's first bin, like empty ones. */
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

  /** Drops a port whose queue has become short; the last one takes its position. */
  public void drop(int position) {
    ports[position].unwatch();
    ports[position] = ports[--count];
  }
}
