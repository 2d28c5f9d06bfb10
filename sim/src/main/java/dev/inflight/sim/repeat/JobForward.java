package dev.inflight.sim.repeat;

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
 * Judges whether the jobs in progress repeat as they have for a while, and for how long. The duration of a period must be known
 * so well that the error of all skips together is at most a share of the permitted error.
 */
public final class JobForward {
  /** Number of failures after which pauses between tries grow, up to 2 to the power of the next constant, in looks. */
  private static final int PATIENCE = 4;
  private static final int LONGEST_PAUSE = 7;
  /** Standard error of all skips, as a share of the permitted error. */
  private static final double SUM_ERROR = 0.6;
  /** Factor by which a time that may be too wrong is shortened. */
  private static final double LESS = 0.8;
  private static final String IMPOSSIBLE = "operations of a job are not as far as those a period later";

  private record Kind(int job, long kind) {
  }

  private final Repeats repeats;
  private final OmittedMessages omitted;
  private final double error;
  private List<Track> tracks = List.of();
  private final List<TrackGroup> groups = new ArrayList<>();
  /** Measurements of periods, by kind. */
  private final Map<Kind, @Nullable KnownPeriod> known = new HashMap<>();
  /** Error of all skips so far, in picoseconds. */
  private double spentPs;
  /** Number of successive failures to skip periods that were known well enough, and number of looks until the next try. */
  private int failures;
  private int pause;
  private String why = "";

  public JobForward(Repeats repeats, OmittedMessages omitted, double error) {
    this.repeats = repeats;
    this.omitted = omitted;
    this.error = error;
  }

  public boolean areUnderWay(long nowPs) {
    return repeats.areUnderWay(nowPs);
  }

  public String why() {
    return why;
  }

  /** Error of the jobs' time, as a share of the time so far. */
  public double error(long nowPs) {
    return nowPs == 0 ? 0 : errorPs(0) / nowPs;
  }

  /** Handles a change outside the jobs. */
  public void changed() {
    tracks = List.of();
  }

  /** Time for which the jobs are expected to continue, in picoseconds; 0 with a reason in {@link #why}. */
  public double judge(long nowPs) {
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

  /**
   * Part of a time that keeps the error of all skips since the jobs' start within the permitted error; below the least time if
   * there is none.
   */
  private double affordablePs(double mostPs, double leastPs, long elapsedPs) {
    double ps = mostPs;
    while (ps >= leastPs && (errorPs(ps) > SUM_ERROR * error * (elapsedPs + ps) || !keepUp(ps))) {
      ps *= LESS;
    }
    return ps;
  }

  /** Error of all skips, and of one more: errors of periods' durations and of delays are independent of each other. */
  private double errorPs(double andPs) {
    double latePs = 0;
    for (TrackGroup group : groups) {
      latePs = Math.max(latePs, group.latePs(andPs));
    }
    return StrictMath.hypot(spentPs + wrongPs(andPs), latePs) + (andPs == 0 ? endsPs() : endsPs(andPs));
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
    spentPs = errorPs(0);
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
        into = areChannels(each, now) ? new RingGroup(error, each.track().periodsOfStep()) : new TrackGroup(error);
        groups.add(into);
      }
      into.add(each);
      if (each.track().kind != 0) {
        into.know(known.get(new Kind(each.job(), each.track().kind)));
      }
    }
  }

  /** True if a track is one of several channels of a long ring: channels have common ranks, and so share ports. */
  static boolean areChannels(Repeating track, List<Repeating> all) {
    if (track.track().stepsOfRing() < RingGroup.FEWEST_STEPS) {
      return false;
    }
    int channels = 0;
    for (Repeating each : all) {
      channels += each.job() == track.job() && each.track().period() == track.track().period()
          && each.track().sharesRanks(track.track()) ? 1 : 0;
    }
    return channels > 1;
  }

  /** Part of a time that is a whole number of the longest periods and possible to skip, in picoseconds; 0 if there is none. */
  public long prepare(double mostPs) {
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

  /** Skips the periods of a time that {@link #prepare} has returned. */
  public void skipped(long ps) {
    spentPs += wrongPs(ps);
    for (TrackGroup group : groups) {
      group.skip(ps, omitted);
    }
  }
}
