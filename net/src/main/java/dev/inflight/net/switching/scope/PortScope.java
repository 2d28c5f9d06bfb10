package dev.inflight.net.switching.scope;

/**
 * The port: bytes that it sent, bytes of all its queues, the link's rate (HPCC §3.1).
 *
 * @param queueing bytes behind the packet, or the time that it was in the switch
 */
public record PortScope(Queueing queueing) implements RecordScope {
  /** By length. */
  public static final PortScope DEFAULT = new PortScope(Queueing.LENGTH);

  @Override
  public String name() {
    return "port";
  }
}
