package dev.inflight.lab.run;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.setup.Setup;
import org.jspecify.annotations.Nullable;

/**
 * Threads and parts of a run; each thread has one or more parts. Results do not depend on either number.
 *
 * @param division parts of the fabric
 * @param number number of threads
 * @param others processes with the other parts
 * @param why reason for fewer threads than requested, or than processors; empty if there are as many
 * @param leastEvents least average number of events per window for several threads; with fewer, one thread runs all parts
 */
public record Threads(Division division, int number, String why, RankCollectives others, long leastEvents) {
  private static final int MOST = 1024;
  /** Least packet-hops of a thread per window; below it, the barrier at the window's end costs more than the work. */
  private static final double LEAST_HOPS_IN_WINDOW = 300;
  /**
   * Least packet-hops of a part per window; below it, reading other parts' messages costs more than the work, even on one thread.
   */
  private static final double LEAST_HOPS_OF_PART = 30;
  /** Least events of a thread per window; below it, the barrier takes longer than the events. */
  private static final long LEAST_EVENTS_OF_THREAD = 300;
  /** The same limit if some threads wait for a processor. */
  private static final long LEAST_EVENTS_WITHOUT_PROCESSOR = 3000;
  /** Least packet-hops of a run; shorter runs end before further threads pay off. */
  private static final double LEAST_HOPS = 1_000_000;
  /** Hosts of a part that fit a processor's cache, with the ports and packets of the switches between them. */
  private static final int HOSTS_OF_PART = 64;

  /** Returns one thread for the whole fabric, without a reason. */
  public static Threads one(Setup setup) {
    return new Threads(Division.whole(setup.topology()), 1, "", RankCollectives.NONE, 0);
  }

  /**
   * Chooses the numbers.
   *
   * @param wanted text after {@code --threads}; null to choose automatically
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

  /** Least look-ahead in ps with enough work for a number of parts. */
  private static long leastDelayPs(Load load, int parts) {
    return load.timeOf(parts * LEAST_HOPS_OF_PART);
  }

  private static long leastEvents(int threads) {
    boolean haveProcessors = threads <= Runtime.getRuntime().availableProcessors();
    return threads * (haveProcessors ? LEAST_EVENTS_OF_THREAD : LEAST_EVENTS_WITHOUT_PROCESSOR);
  }

  /**
   * Returns parts that fit into caches, equally many for each process; fewer if the fabric has too few hosts. Cables with too
   * short a delay for enough work are not cut, if there are enough parts without them.
   */
  static Division roomy(Setup setup, int processes) {
    int wanted = Math.max(processes, Math.ceilDiv(setup.topology().hostCount(), HOSTS_OF_PART * processes) * processes);
    Division uncut = Division.of(setup.topology(), wanted, leastDelayPs(new Load(setup), processes));
    return uncut.parts() >= processes ? uncut : Division.of(setup.topology(), wanted);
  }

  /** Returns the reason why several processes will be slower than one, in a few words; null if they need not be. */
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

  /** Returns the text for the screen. */
  String onScreen() {
    if (others.size() > 1) {
      return others.size() + " processes";
    }
    int processors = Runtime.getRuntime().availableProcessors();
    String on = number > processors ? " on " + Humanize.count(processors, "processor") : "";
    return (number == 1 ? "one thread" : number + " threads") + on + (why.isEmpty() ? "" : " (" + why + ")");
  }
}
