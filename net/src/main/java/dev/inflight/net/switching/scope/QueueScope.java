package dev.inflight.net.switching.scope;

/**
 * The queue that the packet waited in: bytes that it sent, bytes in it, and its share of the line.
 *
 * @param queueing bytes behind the packet, or the time that it was in the switch
 */
public record QueueScope(Queueing queueing) implements RecordScope {
  /** By length. */
  public static final QueueScope DEFAULT = new QueueScope(Queueing.LENGTH);

  @Override
  public String name() {
    return "queue";
  }
}
