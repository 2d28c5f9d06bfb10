package dev.inflight.net.switching.scope;

/**
 * The port: its transmitted bytes, the bytes in all its queues, the link's rate (HPCC §3.1).
 *
 * @param queueing queue length when the packet leaves, or the packet's time in the switch
 */
public record PortScope(Queueing queueing) implements RecordScope {
  /** By length. */
  public static final PortScope DEFAULT = new PortScope(Queueing.LENGTH);

  @Override
  public String name() {
    return "port";
  }
}
