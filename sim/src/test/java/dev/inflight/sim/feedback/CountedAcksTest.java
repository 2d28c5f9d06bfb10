package dev.inflight.sim.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByCountedAcks;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.measure.FlowValue;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.PortSample;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Series;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Incasts in which half of the flows start later, with and without the number of flows in acknowledgements. */
class CountedAcksTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final long JOIN_PS = 500 * US;
  private static final long END_PS = 3000 * US;
  private static final long ROW_PS = 50 * US;

  /** Result of one run. */
  private static final class Run {
    final Map<Object, Integer> newest = new HashMap<>(); // numbers of flows, by congestion control
    final TreeMap<Long, List<FlowSample>> samples = new TreeMap<>();
    final List<Long> queues = new ArrayList<>();
    final int flows;
    long basePs;
    double steps; // W_init of all flows divided by their numbers of flows, each in units of W_init
    int mostFromSwitches; // largest number of flows in a switch's answer
    long fromSwitches;
    int mostReturned; // largest number of flows in a packet that a switch has returned
    long returned;
    long otherSums; // acknowledgements, after the queue of the last start is gone, at which the steps had another sum than one
    RunResult result;

    Run(int flows) {
      this.flows = flows;
    }

    void heard(Object control, Feedback ack) {
      int number = ack.flowsOnLastLink;
      if (ack.fromSwitch) {
        mostFromSwitches = Math.max(mostFromSwitches, number);
        fromSwitches++;
        return;
      }
      if (ack.reportsLoss && ack.hops.count() == 0) {
        mostReturned = Math.max(mostReturned, number);
        returned++;
        return;
      }
      Integer before = newest.put(control, number);
      steps += (number == 0 ? 0 : 1.0 / number) - (before == null || before == 0 ? 0 : 1.0 / before);
      if (ack.nowPs > JOIN_PS + (flows + 20) * basePs && Math.abs(steps - 1) > 1e-9) {
        otherSums++;
      }
    }

    /** Time from the last start until Jain's index of the bytes acknowledged in a row reached this value; that to the end if never. */
    long fairAfterPs(double index) {
      for (long atPs : samples.tailMap(JOIN_PS + ROW_PS).keySet()) {
        if (jain(atPs) >= index) {
          return atPs - JOIN_PS;
        }
      }
      return END_PS - JOIN_PS;
    }

    private double jain(long atPs) {
      var before = new HashMap<Integer, Long>();
      samples.get(atPs - ROW_PS).forEach(flow -> before.put(flow.flow(), flow.counts().of(FlowValue.ACKED_BYTES)));
      double sum = 0;
      double squares = 0;
      for (FlowSample flow : samples.get(atPs)) {
        double bytes = flow.counts().of(FlowValue.ACKED_BYTES) - before.get(flow.flow());
        sum += bytes;
        squares += bytes * bytes;
      }
      return sum * sum / (samples.get(atPs).size() * squares);
    }

    /** Length of the receiver's queue that one of twenty samples of the last millisecond exceeded, in bytes. */
    long queueBytes() {
      return queues.stream().sorted().toList().get(queues.size() * 95 / 100);
    }
  }

  /** HPCC with records of the numbers of flows that its senders get. */
  private record Listening(Scheme scheme, Run run) implements ForwardingScheme {
    @Override
    public CongestionControl start(PathFacts path) {
      run.basePs = path.baseRttPs();
      CongestionControl control = scheme.start(path);
      return new ForwardingControl(control) {
        @Override
        public boolean onAck(Feedback ack) {
          run.heard(this, ack);
          return super.onAck(ack);
        }
      };
    }
  }

  private static Run run(FeedbackPath feedback, int flows) {
    return run(feedback, flows, END_PS, _ -> {
    });
  }

  private static Run run(FeedbackPath feedback, int flows, long untilPs, Consumer<SetupBuilder> rest) {
    var run = new Run(flows);
    var setup = new SetupBuilder();
    setup.topology = new Star(flows + 1, RATE, 5 * US).build();
    setup.scheme = new Listening(Hpcc.DEFAULT, run);
    setup.feedback = feedback;
    setup.untilPs = untilPs;
    rest.accept(setup);
    for (int source = 0; source < flows; source++) {
      setup.flows.add(source, flows, 3, 100, 100_000_000, source < flows / 2 ? 0 : JOIN_PS);
    }
    setup.series = new Series(10 * US, Long.MAX_VALUE, Series.Flows.ALL, Series.Ports.ALL);
    run.result = new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowSample(FlowSample sample) {
        run.samples.computeIfAbsent(sample.nowPs(), _ -> new ArrayList<>()).add(sample);
      }

      @Override
      public void portSample(PortSample sample) {
        if (sample.port().number() == flows + 1 && sample.nowPs() > END_PS - 1000 * US) {
          run.queues.add(sample.counts().of(PortValue.WAITING_BYTES));
        }
      }
    }).run();
    return run;
  }

  /**
   * The steps of all flows of a receiver are one W_init * (1 - eta) together: 13 KB here, so flows become fair sooner, and queues stay
   * short. Two flows are soon fair without the number, too.
   */
  @ParameterizedTest
  @CsvSource({"2, 0.99, 100, 0", "8, 0.995, 1200, 2400", "32, 0.98, 1400, 2400", "64, 0.98, 2100, 2300"})
  void stepsOfAllFlowsHaveOneSum(int flows, double jain, long mostUs, long leastWithoutUs) {
    Run counted = run(ByCountedAcks.DEFAULT, flows);
    assertThat(counted.newest).hasSize(flows).allSatisfy((_, number) -> assertThat(number).isEqualTo(flows));
    assertThat(counted.otherSums).isZero();
    Run plain = run(ByAcks.DEFAULT, flows);
    assertThat(plain.newest.values()).containsOnly(0);
    assertThat(counted.fairAfterPs(jain)).as("before the end").isLessThanOrEqualTo(mostUs * US).isLessThan(END_PS - JOIN_PS);
    assertThat(plain.fairAfterPs(jain)).isGreaterThanOrEqualTo(leastWithoutUs * US);
    assertThat(counted.queueBytes()).isBetween(plain.queueBytes(), 40_000L);
    assertThat(counted.result.hosts().telemetryWireBytes).isGreaterThan(0);
  }

  @Test
  void answersOfSwitchesDoNotBringTheNumberOfAnotherFlow() {
    Run run = run(ByCountedAcks.DEFAULT, 8, 200 * US, setup -> setup.switchFeedback = DirectFeedback.DEFAULT);
    assertThat(run.fromSwitches).isPositive();
    assertThat(run.newest.values()).contains(4);
    assertThat(run.mostFromSwitches).isZero();
  }

  /** All flows of a host share one object for reports: a packet without telemetry must clear the number of the report before it. */
  @Test
  void returnedPacketsDoNotBringTheNumberOfAnEarlierReport() {
    Run run = run(ByCountedAcks.DEFAULT, 8, 400 * US, setup -> {
      setup.recovery = Selective.DEFAULT;
      setup.pfc = false;
      setup.bufferBytes = 400_000;
      setup.egressAlpha = 0.125;
      setup.queues = StrictOverDeficit.DEFAULT;
      setup.trim = new Trimming(64, 48, Trimming.To.SENDER);
    });
    assertThat(run.result.hosts().returnsReceived).isPositive();
    assertThat(run.returned).isPositive();
    assertThat(run.newest.values()).contains(4);
    assertThat(run.mostReturned).isZero();
  }

  @Test
  void theNumberIsUnknownWhereNoReportHasAllLinks() {
    Run run = run(ByCountedAcks.DEFAULT, 8, 200 * US,
        setup -> setup.telemetryPackets = new OnQueue(10_000, OnQueue.ChosenBy.SWITCH));
    assertThat(run.newest).isNotEmpty();
    assertThat(run.newest.values()).containsOnly(0);
  }
}
