package dev.inflight.net.paths;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.telemetry.Hops;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** A scout and a simulated flow: four source ports, each with a path on which others use a given part of the first link. */
class PathScoutTest {
  private static final long RATE = 100_000_000_000L;
  private static final long T = 10_000_000; // 125 KB at that rate
  private static final long ACK_DELAY = T + T / 2;
  private static final long SIZE = 20_000_000;
  private static final int PATHS = 4;
  private static final ChosenPaths RULES = new ChosenPaths(PATHS, 3, 0.8, 1.25);

  private final double[] others = new double[PATHS]; // load
  private final double[] sent = new double[PATHS + 1]; // by first links, and the last
  private final boolean[] dead = new boolean[PATHS];
  private final Loop loop = new Loop();
  private final Made flow = new Made();
  private final PathScout scout = new PathScout(loop, () -> 0, RULES, flow, T, RATE, ACK_DELAY, 7);

  private static final class Loop implements EventLoop {
    private final PriorityQueue<Event> due = new PriorityQueue<>((one, two) -> Long.compare(one.timePs, two.timePs));

    @Override
    public void schedule(Event event, long atPs) {
      event.timePs = atPs;
      due.add(event);
    }
  }

  /** Sends as much as its path permits, and gets feedback T later. */
  private final class Made implements PathUser {
    private final List<String> story = new ArrayList<>();
    private final List<long[]> probes = new ArrayList<>(); // path, when it is back
    private int entropy;
    private boolean holds;
    private double acked;
    private double inFlight;
    private long heldAtPs;

    @Override
    public long ackedBytes() {
      return (long) acked;
    }

    @Override
    public long sizeBytes() {
      return SIZE;
    }

    @Override
    public boolean isInFlight() {
      return inFlight > 0;
    }

    @Override
    public long inflightBytes() {
      return (long) inFlight;
    }

    @Override
    public void probe(int of, long number, long nowPs) {
      if (!dead[of]) {
        probes.add(new long[] {of, nowPs + T});
      }
    }

    @Override
    public void hold(long nowPs) {
      holds = true;
      heldAtPs = nowPs;
      story.add("hold");
    }

    @Override
    public void move(int to, double room, long nowPs) {
      assertThat(inFlight).as("nothing overtakes anything").isZero();
      holds = false;
      entropy = to;
      story.add("move to " + to);
    }

    @Override
    public void resume(long nowPs) {
      holds = false;
      story.add("resume");
    }

    @Override
    public void flee(int to, long nowPs) {
      holds = false;
      entropy = to;
      story.add("flee to " + to);
    }

    double share() {
      return 1 - others[entropy];
    }
  }

  /** Lets time pass in sixteenths of T. */
  private void pass(long fromPs, int rtts, LongConsumer each) {
    for (long nowPs = fromPs; nowPs < fromPs + rtts * T; nowPs += T / 16) {
      each.accept(nowPs);
      step(nowPs);
    }
  }

  private void step(long nowPs) {
    send();
    while (!loop.due.isEmpty() && loop.due.peek().timePs <= nowPs) {
      loop.due.poll().fire();
    }
    for (long[] probe : List.copyOf(flow.probes)) {
      if (probe[1] <= nowPs) {
        flow.probes.remove(probe);
        scout.take((int) probe[0], report((int) probe[0], nowPs));
      }
    }
    boolean drains = flow.holds && nowPs - flow.heldAtPs >= T;
    if (drains && !dead[flow.entropy]) {
      drain(nowPs);
    } else if (!dead[flow.entropy]) {
      flow.inFlight = flow.share() * 125_000;
      flow.acked = Math.min(SIZE, flow.acked + flow.inFlight / 16);
      scout.answered(nowPs, T);
    }
  }

  /** The last packet's acknowledgement is delayed. */
  private void drain(long nowPs) {
    if (flow.inFlight > 1000) {
      flow.inFlight = 1000;
      scout.answered(nowPs, T);
    } else if (nowPs - flow.heldAtPs >= T + T + ACK_DELAY) {
      flow.inFlight = 0;
    }
  }

  /** Data of links in a sixteenth of T: a separate first one for each path, and the last one, which all share. */
  private void send() {
    double own = flow.holds || dead[flow.entropy] ? 0 : flow.share();
    for (int path = 0; path < PATHS; path++) {
      sent[path] += (others[path] + (path == flow.entropy ? own : 0)) * 125_000 / 16;
    }
    sent[PATHS] += (0.1 + 0.9 * own) * 125_000 / 16;
  }

  private Hops report(int path, long atPs) {
    var hops = new Hops(4);
    hops.clear(1L << 62, 1L << 62);
    hops.add(atPs, (long) sent[path], 0, RATE, 10 + path);
    hops.add(atPs, (long) sent[PATHS], 0, RATE, 99);
    return hops;
  }

  private static void nothing(long nowPs) {
    // only time passes
  }

  @Test
  void aSlowFlowMovesToTheFreePathAndStays() {
    others[0] = 0.5;
    others[1] = 0.6;
    others[2] = 0.3;
    others[3] = 0.05;
    scout.begin(0);
    pass(0, 80, PathScoutTest::nothing);
    assertThat(flow.story).containsExactly("hold", "move to 3");
    assertThat(scout.moves()).isEqualTo(1);
  }

  @Test
  void aFastFlowStays() {
    others[0] = 0.15;
    scout.begin(0);
    pass(0, 80, PathScoutTest::nothing);
    assertThat(flow.story).isEmpty();
  }

  @Test
  void whereNoPathIsBetterItStays() {
    others[0] = 0.4;
    others[1] = 0.3;
    others[2] = 0.35;
    others[3] = 0.4;
    scout.begin(0);
    pass(0, 160, PathScoutTest::nothing);
    assertThat(flow.story).as("0.7 is not 1.25 times 0.6").doesNotContain("hold");
  }

  /** While it waits for its data in flight, another flow takes the path. */
  @Test
  void freePathMayBeTaken() {
    others[0] = 0.35;
    others[1] = 0.6;
    others[2] = 0.6;
    scout.begin(0);
    pass(0, 60, nowPs -> {
      if (flow.holds) {
        others[3] = 0.9;
      }
    });
    assertThat(flow.story).startsWith("hold", "resume").doesNotContain("move to 3");
    assertThat(flow.entropy).isZero();
  }

  @Test
  void itMovesThreeTimesAndInTheFirstHalfOnly() {
    for (int path = 0; path < PATHS; path++) {
      others[path] = 0.6;
    }
    scout.begin(0);
    long[] lastMoveAt = new long[1];
    int[] moves = new int[1];
    pass(0, 400, nowPs -> { // another path is always better
      others[flow.entropy] = 0.6;
      others[(flow.entropy + 1) % PATHS] = 0;
      if (scout.moves() > moves[0]) {
        moves[0] = scout.moves();
        lastMoveAt[0] = flow.ackedBytes();
      }
    });
    assertThat(scout.moves()).isEqualTo(3);
    assertThat(lastMoveAt[0]).isLessThan(SIZE / 2);
  }

  @Test
  void aSilentPathIsLeftWithinATripAndAQuarter() {
    scout.begin(0);
    pass(0, 20, PathScoutTest::nothing);
    dead[0] = true;
    pass(20 * T, 2, nowPs -> {
      if (nowPs >= 21 * T + T / 4) {
        assertThat(flow.story).hasSize(1).allMatch(told -> told.startsWith("flee to "));
      }
    });
    assertThat(flow.entropy).isNotZero();
  }

  /** The second flight is to a path that has answered. */
  @Test
  void ofManyDeadPathsTheOneThatAnswersIsFound() {
    scout.begin(0);
    pass(0, 20, PathScoutTest::nothing);
    dead[0] = true;
    dead[1] = true;
    dead[3] = true;
    pass(20 * T, 5, PathScoutTest::nothing);
    assertThat(flow.story).endsWith("flee to 2").hasSizeLessThan(3);
  }

  @Test
  void whereAllAreDeadPatienceGrows() {
    scout.begin(0);
    pass(0, 20, PathScoutTest::nothing);
    for (int path = 0; path < PATHS; path++) {
      dead[path] = true;
    }
    pass(20 * T, 70, PathScoutTest::nothing);
    assertThat(flow.story).as("after 1, 2, 4, 8, 16, 32 T").hasSizeBetween(6, 8);
  }

  /** The awaited data will never arrive. */
  @Test
  void aFlowThatIsHeldLeavesASilentPathToo() {
    others[0] = 0.5;
    scout.begin(0);
    pass(0, 60, nowPs -> {
      if (flow.holds) {
        dead[0] = true;
      }
    });
    assertThat(flow.story).startsWith("hold").anyMatch(told -> told.startsWith("flee to "));
    assertThat(flow.holds).isFalse();
  }
}
