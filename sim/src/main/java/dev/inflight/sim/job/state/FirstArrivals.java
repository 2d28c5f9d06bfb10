package dev.inflight.sim.job.state;

import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.wildcard.OpenMessages;
import java.util.Arrays;

/**
 * Finds the partners of open sends and receives while a job runs, as MPI does. A message that arrives goes to the first started
 * receive that accepts it, and a receive that starts takes the first arrived message that it accepts. Entries of one rank belong
 * to the part of its host, and no other part accesses them.
 */
public final class FirstArrivals {
  /** Value for no operation. */
  public static final int NONE = -1;

  private final OperationGraph graph;
  private final OpenMessages open;
  /** By class: receives that have started and have no message, in the order of their starts. */
  private final int[] firstWaiting;
  private final int[] lastWaiting;
  /** By class: sends with arrived messages, in the order of arrival. Another class may have taken some of them. */
  private final int[][] arrived;
  private final int[] firstArrived;
  private final int[] arrivedCount;
  /** By receive: the next one that waits, and the number of its rank's receives that started before. */
  private final int[] next;
  private final int[] order;
  /** By send. A byte each, because threads write neighbors at the same time. */
  private final boolean[] taken;
  private final int[] started;

  /** Makes the state of a graph that has not started. */
  public FirstArrivals(OperationGraph graph) {
    this.graph = graph;
    open = graph.open();
    int classes = open.classes();
    int operations = classes == 0 ? 0 : graph.operations();
    firstWaiting = new int[classes];
    Arrays.fill(firstWaiting, NONE);
    lastWaiting = firstWaiting.clone();
    arrived = new int[classes][];
    Arrays.fill(arrived, new int[0]);
    firstArrived = new int[classes];
    arrivedCount = new int[classes];
    next = new int[operations];
    order = new int[operations];
    taken = new boolean[operations];
    started = new int[classes == 0 ? 0 : graph.ranks()];
  }

  /** Handles the arrival of an open send's message. Returns the receive that takes it, or {@link #NONE} if none does yet. */
  public int arrived(int send) {
    int best = NONE;
    for (int number = 0; number < open.accepting(send); number++) {
      int first = firstWaiting[open.accepting(send, number)];
      if (first != NONE && (best == NONE || order[first] < order[best])) {
        best = first;
      }
    }
    if (best == NONE) {
      for (int number = 0; number < open.accepting(send); number++) {
        keep(open.accepting(send, number), send);
      }
      return NONE;
    }
    firstWaiting[open.classOf(best)] = next[best];
    return best;
  }

  private void keep(int of, int send) {
    if (arrivedCount[of] == arrived[of].length) {
      arrived[of] = Arrays.copyOf(arrived[of], Math.max(4, 2 * arrivedCount[of]));
    }
    arrived[of][arrivedCount[of]++] = send;
  }

  /** Starts an open receive. Returns the send of the message that it takes; {@link #NONE} if it accepts none that has arrived. */
  public int started(int receive) {
    int of = open.classOf(receive);
    while (firstArrived[of] < arrivedCount[of]) {
      int send = arrived[of][firstArrived[of]++];
      if (!taken[send]) {
        taken[send] = true;
        return send;
      }
    }
    firstArrived[of] = 0;
    arrivedCount[of] = 0;
    order[receive] = started[graph.rank(receive)]++;
    next[receive] = NONE;
    if (firstWaiting[of] == NONE) {
      firstWaiting[of] = receive;
    } else {
      next[lastWaiting[of]] = receive;
    }
    lastWaiting[of] = receive;
    return NONE;
  }
}
