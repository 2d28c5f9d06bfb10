package dev.inflight.net.switching.queue;

/** One packet from each queue in turn, as in the HPCC authors' simulator. */
public record RoundRobinQueues() implements QueueDiscipline {
  /** The only one. */
  public static final RoundRobinQueues DEFAULT = new RoundRobinQueues();

  @Override
  public String name() {
    return "round-robin";
  }

  @Override
  public PortQueues queues(boolean counted) {
    return new Queues(counted);
  }

  private static final class Queues extends PortQueues {
    private int lastServed;

    Queues(boolean counted) {
      super(counted);
    }

    @Override
    public boolean passes(int queue) {
      lastServed = queue;
      return true;
    }

    @Override
    public int choose(int ready) {
      int afterLast = ready & -2 << lastServed;
      lastServed = Integer.numberOfTrailingZeros(afterLast != 0 ? afterLast : ready);
      return lastServed;
    }
  }
}
