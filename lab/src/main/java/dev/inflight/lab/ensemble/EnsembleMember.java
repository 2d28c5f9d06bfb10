package dev.inflight.lab.ensemble;

import dev.inflight.lab.read.Units;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.util.ArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Member of an ensemble that a scenario describes. Member 0 has the stated cables. In other members each cable is longer by a
 * whole number of picoseconds, uniform from 0 to {@link #jitterPs}, which depends only on the seed, the member and the cable's
 * number.
 *
 * @param member number of the member, 0 to 9999
 * @param jitterPs largest addition to a delay, in picoseconds, 1 to 1,000,000
 */
public record EnsembleMember(int member, long jitterPs) {
  /** Largest number of members of an ensemble. */
  public static final int MOST_MEMBERS = 10_000;
  /** Largest jitter, 1 us, which is that of cables 200 m longer. */
  public static final long MOST_JITTER_PS = 1_000_000;
  /** Default jitter, below the time of a bit at 100 Gb/s: members differ in arrival times of bits, and not in their fabric. */
  public static final long DEFAULT_JITTER_PS = 7;
  /** The scenario's key. */
  public static final String KEY = "ensemble";
  /** Key of the member's number. */
  public static final String MEMBER = "member";
  /** Key of the jitter. */
  public static final String JITTER = "jitter";
  /** Key that varies from member to member, as {@code --set} names it. */
  public static final String PLACE = KEY + "." + MEMBER;
  /** Run with the cables that its scenario describes. */
  public static final EnsembleMember PLAIN = new EnsembleMember(0, DEFAULT_JITTER_PS);

  private static final Pattern WRITTEN = Pattern.compile("\\{member: (\\d{1,4}), jitter: ([^,}]*)}");
  /** Digits of the golden ratio: the step from one SplitMix64 state to the next. */
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

  /** Reports whether there is no ensemble. It compares numbers, because a record's equality creates classes at each start. */
  public boolean isPlain() {
    return member == 0 && jitterPs == DEFAULT_JITTER_PS;
  }

  /** Returns the topology with this member's cables, with the same names and numbers. */
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

  /** Returns the value of the scenario's key. */
  public String written() {
    return "{" + MEMBER + ": " + member + ", " + JITTER + ": " + Units.formatTime(jitterPs) + "}";
  }

  /** Returns the member that a resolved scenario names; {@link #PLAIN} for a text that no run has written. */
  static EnsembleMember read(String written) {
    Matcher text = WRITTEN.matcher(written);
    if (!text.matches()) {
      return PLAIN;
    }
    try {
      return new EnsembleMember(Integer.parseInt(text.group(1)), Units.time(text.group(2)));
    } catch (IllegalArgumentException notOfARun) {
      return PLAIN; // the check of the folder warns of a changed scenario
    }
  }

  /** Returns the text without the member's number, which differs between members. */
  String ofAll() {
    return jitterPs == DEFAULT_JITTER_PS ? "" : "{" + JITTER + ": " + Units.formatTime(jitterPs) + "}";
  }
}
