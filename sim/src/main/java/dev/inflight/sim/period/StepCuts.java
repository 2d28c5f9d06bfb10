package dev.inflight.sim.period;

import java.util.ArrayList;
import java.util.List;

/** Places between steps of a script at which steps were skipped, in the order of the skips. */
public final class StepCuts {
  private record Cut(StepOrder order, int at, int by) {
  }

  private final List<Cut> cuts = new ArrayList<>();

  void add(StepOrder order, int at, int by) {
    cuts.add(new Cut(order, at, by));
  }

  /** Returns the follower of a step, which is another one if steps between the two were skipped. */
  public int redirected(int step, int follower) {
    int to = follower;
    for (Cut each : cuts) {
      int position = each.order.position(to);
      int from = each.order.position(step);
      if (from >= 0 && from < each.at && position >= each.at) {
        to = each.order.step(position + each.by);
      }
    }
    return to;
  }

  /** Step that this one represents, because periods were skipped after ranks reached it. */
  public int standsFor(int step) {
    int of = step;
    for (Cut each : cuts) {
      int position = each.order.position(of);
      if (position >= 0 && position < each.at) {
        of = each.order.step(position + each.by);
      }
    }
    return of;
  }
}
