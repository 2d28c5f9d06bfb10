package dev.inflight.lab.ensemble;

import dev.inflight.lab.read.Units;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.util.ArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Member of an ensemble that a scenario is. Member 0 has the cables as described. In each other member each cable is longer by a whole
 * number of picoseconds, uniform from 0 to {@link #jitterPs}, which depends only on the scenario's seed, the member and the cable's number.
 *
 * @param member number of the member, 0 to 9999
 * @param jitterPs largest addition to a delay, in picoseconds, 1 to 1,000,000
 */
public record EnsembleMember(int member, long jitterPs) {
  /** Most members of an ensemble. */
  public static final int MOST_MEMBERS = 10_000;
  /** The longest jitter, 1 us: that of cables which are 200 m longer. */
  public static final long MOST_JITTER_PS = 1_000_000;
  /** Less than a bit takes at 100 Gb/s: members differ in arrival times of bits, and not in their fabric. */
  public static final long DEFAULT_JITTER_PS = 7;
  /** The scenario's key. */
  public static final String KEY = "ensemble";
  /** Key of the member's number. */
  public static final String MEMBER = "member";
  /** Key of the jitter. */
  public static final String JITTER = "jitter";
  /** The place that varies from member to member, as {@code --set} names it. */
  public static final String PLACE = KEY + "." + MEMBER;
  /** A run with the cables that its scenario describes. */
  public static final EnsembleMember PLAIN = new EnsembleMember(0, DEFAULT_JITTER_PS);

  private static final Pattern WRITTEN = Pattern.compile("\\{member: (\\d{1,4}), jitter: ([^,}]*)}");
  /** The golden ratio's digits, by which SplitMix64 goes from one state to the next. */
  private static final long STEP = 0x9E3779B97F4A7C15L;

  /** Checks the ranges. */
  public EnsembleMember {
    if (member < 0 || member >= MOST_MEMBERS) {
      throw new IllegalArgumentException("member " + member + " is outside 0 to " + (MOST_MEMBERS - 1));
    }
    if (jitterPs < 1 || jitterPs > MOST_JITTER_PS) {
      throw new IllegalArgumentException(
          "jitter " + Units.formatTime(jitterPs) + " is outside 1ps to " + Units.formatTime(MOST_JITTER_PS));
    }
  }

  /**
   * Reports whether the scenario has no ensemble. The numbers are compared, because the equality of a record creates classes at each start.
   */
  public boolean isPlain() {
    return member == 0 && jitterPs == DEFAULT_JITTER_PS;
  }

  /** The topology with this member's cables, named and numbered alike. */
  public Topology of(Topology topology, long seed) {
    if (member == 0) {
      return topology;
    }
    var links = new ArrayList<Link>(topology.links().size());
    long stream = mixed(mixed(seed) + member * STEP);
    for (Link link : topology.links()) {
      long morePs = Long.remainderUnsigned(mixed(stream + (links.size() + 1) * STEP), jitterPs + 1);
      links.add(new Link(link.a(), link.b(), link.rateBitsPerSec(), Math.addExact(link.delayPs(), morePs), link.lossRate()));
    }
    return topology.withLinks(links);
  }

  /** SplitMix64's finalizer: each bit of the result depends on each bit of the state. */
  private static long mixed(long state) {
    long once = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
    long twice = (once ^ once >>> 27) * 0x94D049BB133111EBL;
    return twice ^ twice >>> 31;
  }

  /** Returns the value as it follows the scenario's key. */
  public String written() {
    return "{" + MEMBER + ": " + member + ", " + JITTER + ": " + Units.formatTime(jitterPs) + "}";
  }

  /** Returns the member that a resolved scenario names; {@link #PLAIN} where no run has written such a text. */
  static EnsembleMember read(String written) {
    Matcher text = WRITTEN.matcher(written);
    if (!text.matches()) {
      return PLAIN;
    }
    try {
      return new EnsembleMember(Integer.parseInt(text.group(1)), Units.time(text.group(2)));
    } catch (IllegalArgumentException notOfARun) {
      return PLAIN; // the check of the folder warns of a scenario that is not the one that the run wrote
    }
  }

  /** Returns the text without the member's number, which all members share. */
  String ofAll() {
    return jitterPs == DEFAULT_JITTER_PS ? "" : "{" + JITTER + ": " + Units.formatTime(jitterPs) + "}";
  }
}
