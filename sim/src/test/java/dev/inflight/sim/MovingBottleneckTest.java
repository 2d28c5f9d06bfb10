package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.busiest.BusiestFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A flow over two links that are the bottleneck in turn, as cross traffic moves from one to the other: the busiest link's record compared
 * with all records.
 */
class MovingBottleneckTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final long TURN_PS = 100 * US;
  private static final int TURNS = 12;
  private static final int FIRST_SWITCH = 6;
  private static final long FIRST_LINK = FIRST_SWITCH << 12 | 3; // behind the ports of two hosts
  private static final long SECOND_LINK = FIRST_SWITCH + 1 << 12 | 4; // behind those of two hosts and of the first switch

  /** An acknowledgement's feedback, and the window after it. */
  private record Heard(long nowPs, long windowBytes, long link, int records, PathQuery answered) {
  }

  /** A scheme with recorded feedback of its only flow. */
  private static final class Listener implements ForwardingScheme {
    private final Scheme scheme;
    private final List<Heard> heard = new ArrayList<>();
    private long baseRttPs;

    Listener(Scheme scheme) {
      this.scheme = scheme;
    }

    @Override
    public Scheme scheme() {
      return scheme;
    }

    @Override
    public CongestionControl start(PathFacts path) {
      CongestionControl flow = scheme.start(path);
      baseRttPs = path.baseRttPs();
      return new ForwardingControl(flow) {
        @Override
        public boolean onAck(Feedback ack) {
          boolean decides = super.onAck(ack);
          heard.add(new Heard(ack.nowPs, flow.windowBytes(), ack.hops.pathId(), ack.hops.count(), ack.hops.answered()));
          return decides;
        }
      };
    }

    Stream<Heard> between(long fromPs, long toPs) {
      return heard.stream().filter(each -> each.nowPs >= fromPs && each.nowPs < toPs);
    }

    double meanWindow(long fromPs, long toPs) {
      return between(fromPs, toPs).mapToLong(Heard::windowBytes).average().orElseThrow();
    }
  }

  /**
   * Hosts 0 and 1, 2 and 3, 4 and 5 at three switches in a row. Host 0 sends to 4 all the time; without control, single packets at an even
   * pace are sent from 1 to 2 in one turn, from 3 to 5 in the next.
   */
  private static Listener run(TelemetryFormat format, Scheme scheme, double crossOnFirst, double crossOnSecond) {
    var listener = new Listener(scheme);
    var setup = new SetupBuilder();
    var topology = new Topology.Builder();
    topology.hosts(FIRST_SWITCH);
    topology.switches(3);
    for (int host = 0; host < FIRST_SWITCH; host++) {
      topology.link(host, FIRST_SWITCH + host / 2, RATE, US);
    }
    topology.link(FIRST_SWITCH, FIRST_SWITCH + 1, RATE, US);
    topology.link(FIRST_SWITCH + 1, FIRST_SWITCH + 2, RATE, US);
    setup.topology = topology.build();
    setup.scheme = listener;
    setup.telemetry = format;
    setup.untilPs = TURNS * TURN_PS;
    setup.classes.add(new FlowClass("cross", NoControl.DEFAULT, NativeFormat.DEFAULT));
    setup.flows.add(0, 4, 3, 100, 1_000_000_000, 0);
    for (int turn = 0; turn < TURNS; turn++) {
      boolean onFirst = turn % 2 == 0;
      long everyPs = (long) (8e12 * 1086 / ((onFirst ? crossOnFirst : crossOnSecond) * RATE)); // 1000 B of payload
      for (long startPs = turn * TURN_PS; startPs < (turn + 1) * TURN_PS; startPs += everyPs) {
        setup.flows.add(onFirst ? 1 : 3, onFirst ? 2 : 5, 3, 200, 1000, startPs);
        setup.flows.classify(setup.flows.count() - 1, 1, 0);
      }
    }
    new Simulation(setup.build(), Recorder.NONE).run();
    return listener;
  }

  /**
   * Unequal loads with a multiplicative step in each RTT: else the window is constant for five RTTs in both, and grows an RTT sooner in
   * one.
   */
  @ParameterizedTest
  @CsvSource({"5, 0.5, 0.5", "5, 0.7, 0.7", "0, 0.5, 0.5", "0, 0.7, 0.7", "0, 0.6, 0.3"})
  void windowsAreThoseOfAllRecords(int maxStage, double crossOnFirst, double crossOnSecond) {
    var scheme = new Hpcc(0.95, maxStage, 0, 100, 0, ReactionMode.BOTH, 0);
    Listener all = run(NativeFormat.DEFAULT, scheme, crossOnFirst, crossOnSecond);
    Listener one = run(BusiestFormat.DEFAULT, scheme, crossOnFirst, crossOnSecond);
    assertThat(all.heard).allMatch(each -> each.records == 3);
    assertThat(one.heard).as("one figure, of the link that it names: no record to compare with another")
        .allMatch(each -> each.records == 0 && each.answered == PathQuery.LOAD && each.link != 0);
    long roundTripPs = one.baseRttPs * 5 / 4; // with time in queues
    for (int turn = 0; turn < TURNS; turn++) {
      long endPs = (turn + 1) * TURN_PS;
      long bottleneck = turn % 2 == 0 ? FIRST_LINK : SECOND_LINK;
      assertThat(one.between(turn * TURN_PS + roundTripPs, endPs)).as("turn %d", turn).hasSizeGreaterThan(100)
          .allMatch(each -> each.link == bottleneck);
      for (long fromPs = turn * TURN_PS + one.baseRttPs; fromPs < endPs; fromPs += one.baseRttPs) {
        long toPs = Math.min(fromPs + one.baseRttPs, endPs);
        assertThat(one.meanWindow(fromPs, toPs)).as("turn %d, %d us", turn, fromPs / US).isCloseTo(all.meanWindow(fromPs, toPs),
            withinPercentage(10));
      }
    }
    double largest = one.between(6 * TURN_PS, TURNS * TURN_PS).mapToLong(Heard::windowBytes).max().orElseThrow();
    double smallest = one.between(6 * TURN_PS, TURNS * TURN_PS).mapToLong(Heard::windowBytes).min().orElseThrow();
    assertThat(largest / smallest > 2).as("loads that differ move the window").isEqualTo(crossOnFirst != crossOnSecond);
  }
}
