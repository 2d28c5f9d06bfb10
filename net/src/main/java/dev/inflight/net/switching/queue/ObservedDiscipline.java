package dev.inflight.net.switching.queue;

/**
 * The discipline of one port, with an observer.
 *
 * @param order order of waiting packets; it has shares
 * @param loads receives the packets that leave
 */
public record ObservedDiscipline(QueueDiscipline order, QueueLoads loads) implements QueueDiscipline {
  @Override
  public String name() {
    return order.name();
  }

  @Override
  public PortQueues queues(boolean counted) {
    return order.queues(loads);
  }
}
