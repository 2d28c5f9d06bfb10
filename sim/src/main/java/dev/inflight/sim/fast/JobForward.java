package dev.inflight.sim.fast;

import dev.inflight.sim.job.Repeats;
import dev.inflight.sim.period.KnownPeriod;
import dev.inflight.sim.period.Track;
import dev.inflight.sim.period.OmittedMessages;
import dev.inflight.sim.period.Repeating;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether the jobs that are under way repeat as they have done for a while, and for how long. What a period takes has to be known so well that all
 * skips together are not wrong by more than a share of the error asked for.
 */
final class JobForward {
  /** After so many failures more and more looks go by before the next try, which takes time: up to two to this power. */
  private static final int PATIENCE = 4;
  private static final int LONGEST_PAUSE = 7;
  /** The standard error of all skips: of the error asked for. */
  private static final double SUM_ERROR = 0.6;
  /** A time that may be too wrong is tried shorter by this. */
  private static final double LESS = 0.8;
  private static final String IMPOSSIBLE = "operations of a job are not as far as those a period later";

  private record Kind(int job, long kind) {
  }

  private final Repeats repeats;
  private final OmittedMessages omitted;
  private final double error;
  private List<Track> tracks = List.of();
  private final List<TrackGroup> groups = new ArrayList<>();
  /** What was found of periods of a kind. */
  private final Map<Kind, @Nullable KnownPeriod> known = new HashMap<>();
  /** What all skips so far may be wrong by, in picoseconds. */
  private double spentPs;
  /** How often in turn nothing could be left out of what was known well enough, and in how many looks that is not tried. */
  private int failures;
  private int pause;
  private String why = "";

  JobForward(Repeats repeats, OmittedMessages omitted, double error) {
    this.repeats = repeats;
    this.omitted = omitted;
    this.error = error;
  }

  boolean areUnderWay(long nowPs) {
    return repeats.areUnderWay(nowPs);
  }

  String why() {
    return why;
  }

  /** What the jobs' time may be wrong by, of all the time so far. */
  double error(long nowPs) {
    return nowPs == 0 ? 0 : (spentPs + endsPs()) / nowPs;
  }

  /** Something has changed beside them. */
  void changed() {
    tracks = List.of();
  }

  /** How long they can be expected to go on, in picoseconds; 0 with a reason in {@link #why}. */
  double judge(long nowPs) {
    List<Repeating> now = repeats.active(nowPs, SUM_ERROR * error);
    if (now.isEmpty()) {
      why = repeats.why();
      tracks = List.of();
      return 0;
    }
    if (!areSame(now)) {
      begin(now);
      why = "operations have started to repeat";
      return 0;
    }
    if (pause > 0) {
      pause--;
      why = IMPOSSIBLE;
      return 0;
    }
    measure(now, nowPs);
    double skipPs = Double.MAX_VALUE;
    double leftPs = Double.MAX_VALUE;
    double longestPs = 0;
    for (TrackGroup group : groups) {
      double ps = group.judge();
      if (ps == 0) {
        why = group.why();
        return 0;
      }
      skipPs = Math.min(skipPs, ps);
      leftPs = Math.min(leftPs, group.leftPs());
      longestPs = Math.max(longestPs, 1 / group.rate());
    }
    skipPs = affordablePs(Math.min(skipPs, leftPs), longestPs, nowPs - repeats.startPs(nowPs));
    if (skipPs < longestPs) {
      why = leftPs < longestPs ? "a job is near the end of what repeats" : "periods of a job differ";
      return 0;
    }
    return skipPs;
  }

  /** As much of a time as leaves what all skips may be wrong by within the error asked for, since the jobs began; less than a least one for none. */
  private double affordablePs(double mostPs, double leastPs, long elapsedPs) {
    double ps = mostPs;
    while (ps >= leastPs && (spentPs + wrongPs(ps) + endsPs(ps) > SUM_ERROR * error * (elapsedPs + ps) || !keepUp(ps))) {
      ps *= LESS;
    }
    return ps;
  }

  private boolean keepUp(double ps) {
    for (TrackGroup group : groups) {
      if (!group.keepsUp(ps)) {
        return false;
      }
    }
    return true;
  }

  private double wrongPs(double ps) {
    double most = 0;
    for (TrackGroup group : groups) {
      most = Math.max(most, group.wrongPs(ps));
    }
    return most;
  }

  private double endsPs() {
    double most = 0;
    for (TrackGroup group : groups) {
      most = Math.max(most, group.endsPs());
    }
    return most;
  }

  private double endsPs(double andPs) {
    double most = 0;
    for (TrackGroup group : groups) {
      most = Math.max(most, group.endsPs(andPs));
    }
    return most;
  }

  private void measure(List<Repeating> now, long nowPs) {
    for (Repeating each : now) {
      KnownPeriod measured = each.known();
      for (TrackGroup group : groups) {
        if (measured != null && group.has(each.track())) {
          group.measured(measured, error(nowPs));
        }
      }
    }
  }

  private boolean areSame(List<Repeating> now) {
    boolean same = now.size() == tracks.size();
    for (int at = 0; same && at < now.size(); at++) {
      same = now.get(at).track() == tracks.get(at);
    }
    return same;
  }

  private void begin(List<Repeating> now) {
    spentPs += endsPs();
    for (TrackGroup group : groups) {
      if (group.kind() != 0) {
        known.put(new Kind(group.job(), group.kind()), group.known());
      }
    }
    failures = 0;
    pause = 0;
    tracks = now.stream().map(Repeating::track).toList();
    groups.clear();
    for (Repeating each : now) {
      TrackGroup into = null;
      for (TrackGroup group : groups) {
        into = into == null && group.takes(each) ? group : into;
      }
      if (into == null) {
        into = new TrackGroup(error);
        groups.add(into);
      }
      into.add(each);
      if (each.track().kind != 0) {
        into.know(known.get(new Kind(each.job(), each.track().kind)));
      }
    }
  }

  /** Of a time that all can go on for, as much as is a number of the longest periods, and possible; 0 where nothing is. */
  long prepare(double mostPs) {
    double longestPs = 0;
    for (TrackGroup group : groups) {
      longestPs = Math.max(longestPs, 1 / group.rate());
    }
    for (long count = (long) (mostPs / longestPs); count >= 1; count /= 2) {
      if (arePossible(count * longestPs)) {
        failures = 0;
        return Math.round(count * longestPs);
      }
    }
    why = IMPOSSIBLE;
    failures++;
    pause = failures < PATIENCE ? 0 : 1 << Math.min(failures - PATIENCE, LONGEST_PAUSE);
    return 0;
  }

  private boolean arePossible(double ps) {
    for (TrackGroup group : groups) {
      if (!group.isPossible(ps)) {
        return false;
      }
    }
    return true;
  }

  /** A time was left out that {@link #prepare} has returned: so are periods. */
  void skipped(long ps) {
    spentPs += wrongPs(ps);
    for (TrackGroup group : groups) {
      group.skip(ps, omitted);
    }
  }
}
