package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.state.LinkEnds;
import java.util.List;
import java.util.stream.LongStream;

/**
 * All cables between two nodes fail and come back repeatedly. With ends of one way, packets that way are lost repeatedly, as in
 * {@link LinkSilent}: neither node detects that, and routes stay.
 *
 * @param atPs time of the first failure, in picoseconds
 * @param ends the two nodes, or one way between them
 * @param periodPs time from one failure to the next, in picoseconds
 * @param duty the share of a period in which they are down, above 0 and below 1
 * @param count number of failures, 1 or more; with the recoveries at most {@link #MOST_CHANGES} changes
 */
public record LinkFlapping(long atPs, LinkEnds ends, long periodPs, double duty, int count) implements LinkEvent {
  /** Failures and repairs together. */
  public static final int MOST_CHANGES = 100_000;

  /** Checks all values. */
  public LinkFlapping {
    if (!(duty > 0 && duty < 1)) {
      throw new IllegalArgumentException("duty must be above 0 and below 1, found " + duty);
    }
    if (count < 1 || count > MOST_CHANGES / 2) {
      throw new IllegalArgumentException(
          "the number of failures of a flapping link, " + count + ", is outside 1 to " + MOST_CHANGES / 2);
    }
    if (periodPs < 2) {
      throw new IllegalArgumentException("period of " + periodPs + " ps is too short");
    }
    if (periodPs > (NEVER - Math.max(0, atPs)) / count) {
      throw new IllegalArgumentException("the last of " + count + " periods is after the end of all time");
    }
    EventSpan.check(atPs, atPs + 1);
  }

  private long downPs() {
    return Math.clamp((long) (duty * periodPs), 1, periodPs - 1);
  }

  @Override
  public long untilPs() {
    return atPs + (count - 1) * periodPs + downPs();
  }

  @Override
  public List<EventSpan> spans() {
    return LongStream.range(0, count).map(time -> atPs + time * periodPs)
        .mapToObj(fromPs -> new EventSpan(fromPs, fromPs + downPs())).toList();
  }

  @Override
  public boolean excludes(FabricEvent other) {
    return ends.oneWay() && switch (other) {
      case LinkFlapping another -> another.ends.oneWay() && ends.overlap(another.ends);
      case LinkSilent silent -> ends.overlap(silent.ends());
      case LinkLossy lossy -> ends.overlap(lossy.ends());
      default -> false;
    };
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    if (ends.oneWay()) {
      fabric.setLoss(ends, FaultLoss.ALL, nowPs);
    } else {
      fabric.setLink(ends, false, nowPs);
    }
  }

  @Override
  public void end(FabricState fabric, long nowPs) {
    if (ends.oneWay()) {
      fabric.setLoss(ends, null, nowPs);
    } else {
      fabric.setLink(ends, true, nowPs);
    }
  }
}
