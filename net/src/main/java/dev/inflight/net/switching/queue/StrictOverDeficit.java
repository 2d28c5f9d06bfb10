package dev.inflight.net.switching.queue;

import dev.inflight.telemetry.util.Check;

/**
 * Strict priority for the highest queues; the others share the remaining bandwidth by weight, counted in bytes: deficit weighted
 * round robin (Shreedhar, Varghese, SIGCOMM'95). Queue 0 holds pause frames only, which leave first.
 *
 * @param strictFrom the lowest queue with strict priority, 2 to 8; 8: none
 * @param quantumBytes bytes that a queue of weight 1 may send per turn, 64 to 1000000
 * @param weight1 weight of queue 1, 1 to 100
 * @param weight2 weight of queue 2, 1 to 100
 * @param weight3 weight of queue 3, 1 to 100
 * @param weight4 weight of queue 4, 1 to 100
 * @param weight5 weight of queue 5, 1 to 100
 * @param weight6 weight of queue 6, 1 to 100
 * @param weight7 weight of queue 7, 1 to 100
 */
public record StrictOverDeficit(int strictFrom, int quantumBytes, int weight1, int weight2, int weight3, int weight4, int weight5,
    int weight6, int weight7) implements QueueDiscipline {
  /** Congestion notifications, which are of priority 6, go first; the others have equal shares. */
  public static final StrictOverDeficit DEFAULT = new StrictOverDeficit(6, 1500, 1, 1, 1, 1, 1, 1, 1);

  /** Checks the ranges. */
  public StrictOverDeficit {
    if (strictFrom < 2 || strictFrom > PortQueues.COUNT) {
      throw new IllegalArgumentException("strictFrom " + strictFrom + " is outside 2 to 8");
    }
    if (quantumBytes < 64 || quantumBytes > 1_000_000) {
      throw new IllegalArgumentException("quantum " + quantumBytes + " B is outside 64 to 1000000 B");
    }
    int[] weights = {weight1, weight2, weight3, weight4, weight5, weight6, weight7};
    for (int at = 0; at < weights.length; at++) {
      Check.check("weight" + (at + 1), weights[at], 1, 100);
    }
  }

  @Override
  public String name() {
    return "strict-dwrr";
  }

  @Override
  public PortQueues queues(boolean counted) {
    return new Queues(counted, -1 << strictFrom, quanta());
  }

  @Override
  public boolean isStrict(int queue) {
    return queue >= strictFrom;
  }

  @Override
  public boolean hasShares() {
    return true;
  }

  @Override
  public PortQueues queues(QueueLoads loads) {
    return new ReportedQueues(-1 << strictFrom, quanta(), loads);
  }

  private int[] quanta() {
    int[] weights = {0, weight1, weight2, weight3, weight4, weight5, weight6, weight7};
    int[] quanta = new int[PortQueues.COUNT];
    for (int queue = 1; queue < PortQueues.COUNT; queue++) {
      quanta[queue] = weights[queue] * quantumBytes;
    }
    return quanta;
  }

  private static class Queues extends PortQueues {
    private final int strict;
    private final int[] quanta;
    private final int[] deficitBytes = new int[COUNT];
    private int turn = 1;

    Queues(boolean counted, int strict, int[] quanta) {
      super(counted);
      this.strict = strict;
      this.quanta = quanta;
    }

    @Override
    public int choose(int ready) {
      int first = ready & strict;
      return first != 0 ? Integer.SIZE - 1 - Integer.numberOfLeadingZeros(first) : share(ready);
    }

    private int share(int ready) {
      while ((ready >> turn & 1) == 0 || firstBytes(turn) > deficitBytes[turn]) {
        turn = turn % (COUNT - 1) + 1;
        deficitBytes[turn] += (ready >> turn & 1) == 0 ? 0 : quanta[turn];
      }
      deficitBytes[turn] = holdsOne(turn) ? 0 : deficitBytes[turn] - firstBytes(turn); // an empty queue saves nothing up
      return turn;
    }
  }

  /** Queues that report each dequeue to {@link QueueLoads}. */
  private static final class ReportedQueues extends Queues {
    private final QueueLoads loads;

    ReportedQueues(int strict, int[] quanta, QueueLoads loads) {
      super(true, strict, quanta);
      this.loads = loads;
      loads.sharedBy(strict, quanta);
    }

    @Override
    public int choose(int ready) {
      int queue = super.choose(ready);
      int bytes = firstBytes(queue);
      loads.leaves(queue, bytes, queueBytes(queue) - bytes);
      return queue;
    }
  }
}
