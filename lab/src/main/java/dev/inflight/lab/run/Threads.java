package dev.inflight.lab.run;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.setup.Setup;
import org.jspecify.annotations.Nullable;

/**
 * On how many threads a run goes, and in how many parts: each thread has one part or more. The results are the same for any numbers.
 *
 * @param division the parts
 * @param number of threads
 * @param others the processes that have the other parts
 * @param why there are no more; empty when there are as many as were asked for, or as the machine has processors
 * @param leastEvents one thread runs all parts as long as fewer events than these are in a window, on average
 */
public record Threads(Division division, int number, String why, RankCollectives others, long leastEvents) {
  private static final int MOST = 1024;
  /** Below this, what a thread does in a window is not worth the meeting at its end. */
  private static final double LEAST_HOPS_IN_WINDOW = 300;
  /** Below this, a part in a window is not worth the look at what others have sent to it, even on one thread. */
  private static final double LEAST_HOPS_OF_PART = 30;
  /** Below so many events for each thread, their meeting takes longer than the events. */
  private static final long LEAST_EVENTS_OF_THREAD = 300;
  /** The same where some threads have to wait for a processor. */
  private static final long LEAST_EVENTS_WITHOUT_PROCESSOR = 3000;
  /** Below this, a run is over before more threads have started to pay. */
  private static final double LEAST_HOPS = 1_000_000;
  /** The ports and packets of about so many hosts, and of the switches between them, stay in the cache of a processor. */
  private static final int HOSTS_OF_PART = 64;

  /** One thread for the whole fabric, where nothing needs a reason. */
  public static Threads one(Setup setup) {
    return new Threads(Division.whole(setup.topology()), 1, "", RankCollectives.NONE, 0);
  }

  /**
   * Chooses the numbers.
   *
   * @param wanted as written after {@code --threads}; null when the user leaves it to us
   */
  public static Threads choose(Setup setup, @Nullable String wanted) {
    int processors = Runtime.getRuntime().availableProcessors();
    int most = wanted == null ? processors : parse(wanted);
    String whole = setup.whyWhole();
    if (whole != null) {
      return new Threads(Division.whole(setup.topology()), 1, most == 1 ? "" : whole, RankCollectives.NONE, 0);
    }
    var load = new Load(setup);
    long leastDelayPs = leastDelayPs(load, 2);
    double inWindow = load.hopsIn(Division.of(setup.topology(), Math.max(2, most), leastDelayPs).lookaheadPs());
    int worthwhile = (int) Math.max(1, inWindow / LEAST_HOPS_IN_WINDOW);
    boolean isShort = load.packetHops * load.shareSimulated < LEAST_HOPS;
    int threads = wanted != null
        ? (int) Math.clamp(inWindow / LEAST_HOPS_OF_PART, 1, most)
        : isShort ? 1 : Math.min(worthwhile, most);
    int roomy = isShort ? 1 : Math.ceilDiv(setup.topology().hostCount(), HOSTS_OF_PART * threads) * threads;
    Division division = Division.of(setup.topology(), Math.max(threads, Math.min(roomy, worthwhile)), leastDelayPs);
    int number = Math.min(threads, division.parts());
    return new Threads(division, number, why(setup, number, threads, most), RankCollectives.NONE, leastEvents(number));
  }

  private static String why(Setup setup, int number, int useful, int most) {
    if (number < useful) {
      return Division.of(setup.topology(), useful).parts() > number
          ? "too little happens within the delay of the cables for more"
          : "the fabric has no more parts";
    }
    return number < most ? "too little happens at once for more" : "";
  }

  /** The least look-ahead in which enough happens for some parts. */
  private static long leastDelayPs(Load load, int parts) {
    return load.timeOf(parts * LEAST_HOPS_OF_PART);
  }

  private static long leastEvents(int threads) {
    boolean haveProcessors = threads <= Runtime.getRuntime().availableProcessors();
    return threads * (haveProcessors ? LEAST_EVENTS_OF_THREAD : LEAST_EVENTS_WITHOUT_PROCESSOR);
  }

  /**
   * Parts that fit into caches, the same number for each of some processes; fewer when the fabric has not so many. Cables with a delay in which too little
   * happens are not cut, as long as there are parts enough without.
   */
  static Division roomy(Setup setup, int processes) {
    int wanted = Math.max(processes, Math.ceilDiv(setup.topology().hostCount(), HOSTS_OF_PART * processes) * processes);
    Division uncut = Division.of(setup.topology(), wanted, leastDelayPs(new Load(setup), processes));
    return uncut.parts() >= processes ? uncut : Division.of(setup.topology(), wanted);
  }

  /** Why a run in several processes will be slower than in one, in a few words; null where it need not be. */
  static @Nullable String whySlow(Setup setup, Division division, int processes) {
    return processes > 1 && division.lookaheadPs() < leastDelayPs(new Load(setup), processes)
        ? "too little happens within " + Units.formatTime(division.lookaheadPs()) + ", the least delay of a cable between them"
        : null;
  }

  private static int parse(String written) {
    SourceLocation option = SourceLocation.of("--threads");
    long number = option.check(() -> Units.whole("threads", written));
    if (number < 1 || number > MOST) {
      throw option.error("threads " + number + " is outside 1 to " + MOST);
    }
    return (int) number;
  }

  /** What the screen says of it. */
  String onScreen() {
    if (others.size() > 1) {
      return others.size() + " processes";
    }
    int processors = Runtime.getRuntime().availableProcessors();
    String on = number > processors ? " on " + Humanize.count(processors, "processor") : "";
    return (number == 1 ? "one thread" : number + " threads") + on + (why.isEmpty() ? "" : " (" + why + ")");
  }
}
