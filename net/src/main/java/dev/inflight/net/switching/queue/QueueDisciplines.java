package dev.inflight.net.switching.queue;

import java.util.List;

/** The list of all queue disciplines. */
public final class QueueDisciplines {
  /** Each with its default parameters; the first is the default. */
  public static final List<QueueDiscipline> ALL = List.of(RoundRobinQueues.DEFAULT, StrictOverDeficit.DEFAULT);

  private QueueDisciplines() {
  }
}
